import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import { jsonProblems } from './json-value.ts';

/** `toModelOutput` must return valid content parts. It is called directly, because core hides its failures. */
export function modelOutputProblems(tool: ToolHandler, value: unknown): string[] {
  if (tool.toModelOutput === undefined) return [];
  try {
    const parts: unknown = tool.toModelOutput(value);
    if (!Array.isArray(parts) || parts.length === 0) return ['toModelOutput() gave no list of parts'];
    return parts.flatMap((part: unknown, index) =>
      partProblems(part).map((problem) => `toModelOutput() part ${index + 1} ${problem}`),
    );
  } catch (error) {
    return [`toModelOutput() threw ${String(error)}`];
  }
}

function partProblems(part: unknown): string[] {
  if (typeof part !== 'object' || part === null || !('type' in part)) return ['is not a content part'];
  switch (part.type) {
    case 'text':
      return 'text' in part && typeof part.text === 'string' ? [] : ['has no text'];
    case 'json':
      return 'value' in part ? jsonProblems(part.value).map((problem) => `is not JSON: ${problem}`) : ['has no value'];
    case 'image':
      return isImage(part) ? [] : ['is not an image: it needs base64 data and an image/... media type'];
    default:
      return [`has the unknown type ${JSON.stringify(part.type)}`];
  }
}

function isImage(part: object): boolean {
  if (
    !('data' in part) ||
    !('mediaType' in part) ||
    typeof part.data !== 'string' ||
    typeof part.mediaType !== 'string'
  )
    return false;
  return part.mediaType.startsWith('image/') && part.data !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(part.data);
}
