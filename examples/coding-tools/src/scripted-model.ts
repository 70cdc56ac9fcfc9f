import type { ChatDelta, ChatModel } from './chat-format.ts';

/** An answer: a text, or tool calls as pairs of a name and arguments. */
export type ScriptedAnswer = string | readonly (readonly [name: string, params: Record<string, unknown>])[];

/** Replaces a model in this example: gives the answers in order, streamed in small parts like a provider. */
export function scriptedModel(answers: readonly ScriptedAnswer[]): ChatModel {
  let turn = 0;
  return async function* stream(): AsyncGenerator<ChatDelta> {
    const answer = answers[turn++] ?? '';
    if (typeof answer === 'string') yield { content: answer };
    for (const [index, [name, params]] of typeof answer === 'string' ? [] : answer.entries()) {
      yield { tool_calls: [{ index, id: `call-${turn}-${index}`, function: { name, arguments: '' } }] };
      for (const piece of JSON.stringify(params).match(/.{1,8}/gsu) ?? [])
        yield { tool_calls: [{ index, function: { arguments: piece } }] };
    }
  };
}
