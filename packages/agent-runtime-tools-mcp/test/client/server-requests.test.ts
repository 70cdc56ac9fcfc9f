import { describe, expect, it } from 'vitest';
import { connected, hostile, textOf } from './fixtures/connected.ts';

describe('a server', () => {
  it('that logs during a call has its messages published as events of the call, without secrets', async () => {
    const { tools } = await connected({ good: { ...hostile('good'), env: { API_KEY: 'sk-very-secret-123' } } });
    const logged: unknown[] = [];
    tools.activity.subscribe('mcp_log', ({ callId, data }) => logged.push({ callId, ...data }));
    expect(await tools.execute('good__log', {}, { callId: 'c1' })).toMatchObject({ ok: true });
    expect(logged).toEqual([
      { callId: 'c1', toolName: 'good__log', server: 'good', level: 'warning', message: 'key [redacted]' },
    ]);
  });

  it('that wants to use the model is refused unless the host offers it', async () => {
    const refused = await connected({ good: hostile('good') });
    const answer = JSON.parse(textOf(await refused.tools.execute('good__sample', {}))) as object;
    expect(answer).toMatchObject({ error: { code: expect.any(Number) } });
    expect(answer).not.toHaveProperty('result');
    const asked: unknown[] = [];
    const offered = await connected(
      { good: hostile('good') },
      {
        sampling: async ({ maxTokens }, { server }) => {
          asked.push({ maxTokens, server });
          return { role: 'assistant', model: 'test', content: { type: 'text', text: 'something' } };
        },
      },
    );
    expect(textOf(await offered.tools.execute('good__sample', {}))).toContain('something');
    expect(asked).toEqual([{ maxTokens: 10, server: 'good' }]);
  });

  it('that withdraws its question has the question cancelled at the person', async () => {
    const { tools } = await connected({ good: hostile('good') }, { elicitation: true });
    let withdrawn = false;
    const form = (_: unknown, { signal }: { readonly signal?: AbortSignal } = {}): Promise<undefined> =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => {
          withdrawn = true;
          resolve(undefined);
        });
      });
    expect(textOf(await tools.execute('good__ask_and_withdraw', {}, { callbacks: { form } }))).toBe('withdrawn');
    expect(withdrawn).toBe(true);
  });
});
