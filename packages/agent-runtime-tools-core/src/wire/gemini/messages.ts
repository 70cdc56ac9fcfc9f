import { partText, type ResultWithParts } from '../result-parts.ts';
import { isPlaceholderCallId } from './calls.ts';

/** A content of Gemini: one for all results. */
export interface GeminiFunctionResponses {
  role: 'user';
  parts: (
    | { functionResponse: { id?: string; name: string; response: Record<string, unknown> } }
    | { inlineData: { mimeType: string; data: string } }
  )[];
}

export function geminiMessages(results: readonly ResultWithParts[]): GeminiFunctionResponses[] {
  return [{ role: 'user', parts: results.flatMap(geminiParts) }];
}

function geminiParts({ result, parts }: ResultWithParts): GeminiFunctionResponses['parts'] {
  const { callId, toolName } = result.metadata;
  const [first] = parts;
  const output = parts.length === 1 && first?.type === 'json' ? first.value : parts.map(partText).join('\n');
  const functionResponse = {
    ...(!isPlaceholderCallId(callId) && { id: callId }),
    name: toolName,
    response: result.ok ? { output } : { error: output },
  };
  const images = parts.flatMap((part) =>
    part.type === 'image' || part.type === 'audio'
      ? [{ inlineData: { mimeType: part.mediaType, data: part.data } }]
      : [],
  );
  return [{ functionResponse }, ...images];
}
