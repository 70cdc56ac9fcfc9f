import type { ChatDelta, ChatModel } from './chat-format.ts';

/** An answer: a text, or calls as pairs of a tool's name and its arguments. */
export type ScriptedAnswer = string | readonly (readonly [name: string, params: Record<string, unknown>])[];

/** Stands for a model: gives the answers in order, streamed in small pieces as a provider would. */
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
