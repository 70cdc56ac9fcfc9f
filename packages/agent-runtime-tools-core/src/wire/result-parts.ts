import type { ContentPart } from '../contracts/tool-handler.ts';
import type { ToolResult } from '../contracts/tool-result.ts';

/** A result together with the parts that the model reads of it. */
export interface ResultWithParts {
  readonly result: ToolResult;
  readonly parts: readonly ContentPart[];
  /** Whether the tool declares a schema for its value. */
  readonly hasOutputSchema: boolean;
}

/** A part as text. What is not text becomes a placeholder. */
export function partText(part: ContentPart): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'image' || part.type === 'audio') return `[${part.type}: ${part.mediaType}]`;
  if (part.type === 'resource') return part.text ?? `[resource: ${part.uri}]`;
  return JSON.stringify(part.value) ?? 'null';
}

export function imageDataUrl({ mediaType, data }: Extract<ContentPart, { type: 'image' }>): string {
  return `data:${mediaType};base64,${data}`;
}
