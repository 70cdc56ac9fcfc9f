import { partText, type ResultWithParts } from '../result-parts.ts';

/** A message of Anthropic's Messages: one for all results. */
export interface AnthropicToolResultMessage {
  role: 'user';
  content: {
    type: 'tool_result';
    tool_use_id: string;
    is_error: boolean;
    content: (
      | { type: 'text'; text: string }
      | { type: 'image'; source: { type: 'base64'; media_type: AnthropicImageType; data: string } }
    )[];
  }[];
}

export type AnthropicImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

export function anthropicMessages(results: readonly ResultWithParts[]): AnthropicToolResultMessage[] {
  const content = results.map(({ result, parts }): AnthropicToolResultMessage['content'][number] => ({
    type: 'tool_result',
    tool_use_id: result.metadata.callId,
    is_error: !result.ok,
    content: parts.map((part) =>
      part.type === 'image' && isSupportedImage(part.mediaType)
        ? { type: 'image', source: { type: 'base64', media_type: part.mediaType, data: part.data } }
        : // Anthropic rejects empty text blocks.
          { type: 'text', text: partText(part) || ' ' },
    ),
  }));
  return [{ role: 'user', content }];
}

function isSupportedImage(mediaType: string): mediaType is AnthropicImageType {
  return ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(mediaType);
}
