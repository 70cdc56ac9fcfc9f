import type Anthropic from '@anthropic-ai/sdk';
import { toToolCalls } from '@ku0/agent-runtime-tools-core';
import { tools } from './tools.ts';

const format = 'anthropic';

/** Anthropic's Messages. */
export async function answer(client: Anthropic, question: string): Promise<string> {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }];
  for (;;) {
    const message = await client.messages.create({
      model: 'claude-sonnet-5',
      max_tokens: 1024,
      messages,
      tools: tools.getToolDefinitions({ format }),
    });
    const calls = toToolCalls(message, { format });
    if (calls.length === 0) return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    messages.push({ role: 'assistant', content: message.content });
    messages.push(...tools.toToolMessages(await tools.executeAll(calls), { format }));
  }
}
