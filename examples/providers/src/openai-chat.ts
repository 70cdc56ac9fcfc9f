import { toToolCalls } from '@ku0/agent-runtime-tools-core';
import type OpenAI from 'openai';
import { tools } from './tools.ts';

const format = 'openai';

/** OpenAI's Chat Completions, without streaming. */
export async function answer(client: OpenAI, question: string): Promise<string> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: question }];
  for (;;) {
    const completion = await client.chat.completions.create({
      model: 'gpt-5',
      messages,
      tools: tools.getToolDefinitions({ format, strict: true }),
    });
    const [choice] = completion.choices;
    const calls = toToolCalls(completion, { format });
    if (choice === undefined || calls.length === 0) return choice?.message.content ?? '';
    messages.push(choice.message, ...tools.toToolMessages(await tools.executeAll(calls), { format }));
  }
}
