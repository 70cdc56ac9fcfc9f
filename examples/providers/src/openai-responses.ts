import { toToolCalls } from '@ku0/agent-runtime-tools-core';
import type OpenAI from 'openai';
import { tools } from './tools.ts';

const format = 'openai-responses';

/** OpenAI's Responses, streamed: collects the events of one answer, then reads the calls in them. */
export async function answer(client: OpenAI, question: string): Promise<string> {
  let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: question }];
  let previous: string | undefined;
  for (;;) {
    const stream = await client.responses.create({
      model: 'gpt-5',
      input,
      stream: true,
      tools: tools.getToolDefinitions({ format, strict: true }),
      ...(previous !== undefined && { previous_response_id: previous }),
    });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    const calls = toToolCalls(events, { format });
    const last = events.findLast((event) => event.type === 'response.completed');
    if (calls.length === 0) return last?.response.output_text ?? textOf(events);
    previous = last?.response.id;
    input = tools.toToolMessages(await tools.executeAll(calls), { format });
  }
}

function textOf(events: readonly OpenAI.Responses.ResponseStreamEvent[]): string {
  return events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('');
}
