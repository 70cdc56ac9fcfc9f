import { imageDataUrl, partText, type ResultWithParts } from '../result-parts.ts';

/** A Chat Completions message: one for each result. Tool messages hold text only, so images follow in a user message. */
export type OpenAiToolMessage =
  | { role: 'tool'; tool_call_id: string; content: string }
  | { role: 'user'; content: { type: 'image_url'; image_url: { url: string } }[] };

export function openAiChatMessages(results: readonly ResultWithParts[]): OpenAiToolMessage[] {
  const messages = results.map(({ result, parts }): OpenAiToolMessage => ({
    role: 'tool',
    tool_call_id: result.metadata.callId,
    content: parts.map(partText).join('\n'),
  }));
  const images = results
    .flatMap(({ parts }) => parts)
    .flatMap((part) =>
      part.type === 'image' ? [{ type: 'image_url' as const, image_url: { url: imageDataUrl(part) } }] : [],
    );
  return images.length === 0 ? messages : [...messages, { role: 'user', content: images }];
}
