import { toToolCalls } from '@ku0/agent-runtime-tools-core';
import { tools } from './tools.ts';

const format = 'json-schema';

/** A model with its own HTTP interface, which answers `{ text }` or `{ calls: [{ id, name, arguments }] }`. */
export async function answer(url: string, question: string): Promise<string> {
  const history: unknown[] = [{ question }];
  for (;;) {
    const body = JSON.stringify({ history, tools: tools.getToolDefinitions({ format }) });
    const reply: unknown = await (await fetch(url, { method: 'POST', body })).json();
    const { text, calls: requested } = Object(reply) as { text?: string; calls?: unknown };
    const calls = toToolCalls(requested ?? [], { format });
    if (calls.length === 0) return text ?? '';
    history.push(reply, ...tools.toToolMessages(await tools.executeAll(calls), { format }));
  }
}
