import { isSchemaNode } from '../../schema/schema-node.ts';
import { partText, type ResultWithParts } from '../result-parts.ts';

/** A `CallToolResult` of the Model Context Protocol: the answer to one `tools/call`. */
export interface McpToolResult {
  content: ({ type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string })[];
  structuredContent?: Record<string, unknown>;
  isError: boolean;
  [key: string]: unknown;
}

export function mcpResults(results: readonly ResultWithParts[]): McpToolResult[] {
  return results.map(({ result, parts, hasOutputSchema }) => ({
    content: parts.map((part) =>
      part.type === 'image'
        ? { type: 'image', data: part.data, mimeType: part.mediaType }
        : { type: 'text', text: partText(part) },
    ),
    ...(result.ok && hasOutputSchema && isSchemaNode(result.value) && { structuredContent: result.value }),
    isError: !result.ok,
  }));
}
