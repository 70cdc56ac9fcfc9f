import type OpenAI from 'openai';

/** A message, as it is sent to the endpoint and written to the transcript. */
export type Message = OpenAI.ChatCompletionMessageParam;

/** The ids of the calls in the last answer that have no result yet. An endpoint refuses a conversation that has any. */
export function openCalls(messages: readonly Message[]): string[] {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const answer = messages[at];
  if (answer?.role !== 'assistant') return [];
  const answered = new Set(messages.slice(at + 1).flatMap((each) => (each.role === 'tool' ? [each.tool_call_id] : [])));
  return (answer.tool_calls ?? []).map(({ id }) => id).filter((id) => !answered.has(id));
}

/** Results for calls that were interrupted: nobody knows whether they have run. */
export function interruptedResults(messages: readonly Message[]): Message[] {
  return openCalls(messages).map((id) => ({
    role: 'tool',
    tool_call_id: id,
    content:
      'INTERRUPTED: the program ended before this result was recorded. The call may have run: check before you repeat it.',
  }));
}
