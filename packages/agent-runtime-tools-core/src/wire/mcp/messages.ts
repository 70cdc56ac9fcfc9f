import { isSchemaNode } from '../../schema/schema-node.ts';
import type { ContentPart } from '../../contracts/tool-handler.ts';
import { partText, type ResultWithParts } from '../result-parts.ts';

/** A `CallToolResult` of the Model Context Protocol: the answer to one `tools/call`. */
export interface McpToolResult {
  content: McpContent[];
  structuredContent?: Record<string, unknown>;
  isError: boolean;
  [key: string]: unknown;
}

export type McpContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | {
      type: 'resource';
      resource: { uri: string; mimeType?: string; text: string } | { uri: string; mimeType?: string; blob: string };
    };

export function mcpResults(results: readonly ResultWithParts[]): McpToolResult[] {
  return results.map(({ result, parts, hasOutputSchema }) => {
    // Clients refuse a result without structured content of a tool with an output schema, unless it is an error.
    const isOfOtherType = hasOutputSchema && result.metadata.answeredInPlace === true;
    const hasStructure = result.ok && hasOutputSchema && !isOfOtherType && isSchemaNode(result.value);
    return {
      content: parts.map(mcpContent),
      ...(hasStructure && { structuredContent: result.value }),
      isError: !result.ok || isOfOtherType,
    };
  });
}

function mcpContent(part: ContentPart): McpContent {
  if (part.type === 'image' || part.type === 'audio')
    return { type: part.type, data: part.data, mimeType: part.mediaType };
  if (part.type !== 'resource') return { type: 'text', text: partText(part) };
  const { uri, mediaType, text, data } = part;
  const about = { uri, ...(mediaType !== undefined && { mimeType: mediaType }) };
  return {
    type: 'resource',
    resource: text === undefined && data !== undefined ? { ...about, blob: data } : { ...about, text: text ?? '' },
  };
}
