import { imageDataUrl, partText, type ResultWithParts } from '../result-parts.ts';

/** An input item of the Responses interface: one for each result. */
export interface OpenAiFunctionCallOutput {
  type: 'function_call_output';
  call_id: string;
  output: ({ type: 'input_text'; text: string } | { type: 'input_image'; image_url: string; detail: 'auto' })[];
}

export function openAiResponsesItems(results: readonly ResultWithParts[]): OpenAiFunctionCallOutput[] {
  return results.map(({ result, parts }) => ({
    type: 'function_call_output',
    call_id: result.metadata.callId,
    output: parts.map((part) =>
      part.type === 'image'
        ? { type: 'input_image', image_url: imageDataUrl(part), detail: 'auto' }
        : { type: 'input_text', text: partText(part) },
    ),
  }));
}
