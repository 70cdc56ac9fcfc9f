import { PassThrough } from 'node:stream';
import { Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { askPerson } from '../../src/approval/ask-person.ts';
import { Output } from '../../src/terminal/output.ts';

describe('askPerson', () => {
  const tool = defineTool({ name: 'act', parameters: Type.Object({}), execute: async () => ok(1) });

  const never = new AbortController().signal;

  const ask = async (
    typed: string | undefined,
    { signal = never, params = {} }: { signal?: AbortSignal; params?: unknown } = {},
  ) => {
    const input = new PassThrough();
    const shown = new PassThrough();
    const answer = askPerson(
      { tool, params, cwd: '/here' },
      { terminal: { in: input, err: new Output(shown, {}) }, signal },
    );
    if (typed === undefined) input.end();
    else input.write(typed);
    return { allowed: await answer, shown: String(shown.read()) };
  };

  it.each(['y\n', 'Y\n', 'yes\n', ' YES \r\n'])('takes %j for a yes', async (typed) => {
    expect(await ask(typed)).toMatchObject({ allowed: true });
  });

  it.each(['\n', 'n\n', 'no\n', 'yess\n', 'y y\n', 'ye\n', undefined])('takes %j for a no', async (typed) => {
    expect(await ask(typed)).toMatchObject({ allowed: false });
  });

  it('takes an abort for a no, before and during the question', async () => {
    expect(await ask('y\n', { signal: AbortSignal.abort() })).toMatchObject({ allowed: false });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 10);
    expect(await ask('', { signal: controller.signal })).toMatchObject({ allowed: false });
  });

  it('says how much of very long arguments is not shown', async () => {
    const { shown } = await ask('n\n', { params: { text: 'x'.repeat(100_000) } });
    expect(shown.length).toBeLessThan(25_000);
    expect(shown).toMatch(/\[\.\.\. \d+ characters left out \.\.\.\]/);
  });
});
