import type { ContentPart } from '../../contracts/tool-handler.ts';
import type { ResultWithParts } from '../result-parts.ts';

/** A result for a host with its own interface to a model. */
export interface PlainToolResult {
  callId: string;
  toolName: string;
  isError: boolean;
  content: ContentPart[];
}

export function plainResults(results: readonly ResultWithParts[]): PlainToolResult[] {
  return results.map(({ result, parts }) => ({
    callId: result.metadata.callId,
    toolName: result.metadata.toolName,
    isError: !result.ok,
    content: [...parts],
  }));
}
