import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { telemetry, type LogLevel } from '../src/index.ts';
import { createTools, person } from './fixtures/tools.ts';

/** The lines that a logger of pino has written. */
function capture(level: LogLevel = 'info') {
  const stream = new PassThrough();
  const chunks: string[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  const logger = pino({ level, base: null }, stream);
  const text = (): string => chunks.join('');
  const lines = (): Record<string, unknown>[] =>
    text()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { logger, text, lines };
}

describe('the logs', () => {
  it('have one line for each event, with who called what', async () => {
    const { logger, lines } = capture();
    const { middlewares } = await telemetry({ logs: { logger } });
    const tools = createTools([...middlewares, person('yes')]);
    await tools.execute('secret', {}, { taskId: 'task-1', callId: 'call_0', principal: { id: 'alice' } });
    const caller = { callId: 'call_0', task: 'task-1', principal: 'alice', tool: 'secret' };
    expect(lines().filter(({ event }) => event !== 'tools_changed')).toMatchObject([
      { event: 'approval_decided', msg: 'approved', approved: true, by: 'person', rule: 'ask', ...caller },
      { event: 'tool_call_end', msg: 'call ended', level: 30, ok: true, attempts: 1, ...caller },
    ]);
  });

  it('have the start of calls at the level debug only', async () => {
    const { logger, lines } = capture('debug');
    const { middlewares } = await telemetry({ logs: { logger } });
    await createTools(middlewares).execute('note', { text: 'a' });
    expect(lines().map(({ event }) => event)).toContain('tool_call_start');
  });

  it('have the calls that no middleware sees', async () => {
    const { logger, lines } = capture();
    const { middlewares } = await telemetry({ logs: { logger } });
    await createTools(middlewares).execute('no_such_tool', {});
    expect(lines().slice(-2)).toMatchObject([
      { event: 'error', code: 'TOOL_NOT_FOUND', tool: 'no_such_tool' },
      { event: 'tool_call_end', ok: false, code: 'TOOL_NOT_FOUND', level: 40 },
    ]);
  });

  it('contain no arguments and no results, and mask secrets in messages as the coordinator does', async () => {
    const { logger, text } = capture('debug');
    const { middlewares } = await telemetry({ logs: { logger } });
    const tools = createTools(middlewares, { redact: (each) => each.replaceAll('bad', '***') });
    await tools.execute('note', { text: 'hunter2' });
    await tools.execute('note', { text: 'bad' });
    expect(text()).not.toContain('hunter2');
    expect(text()).toContain('cannot note ***');
    expect(text()).not.toContain('cannot note bad');
  });

  it('cannot be forged: line feeds, escapes and bidirectional characters stay visible within their line', async () => {
    const { logger, text, lines } = capture();
    const { middlewares } = await telemetry({ logs: { logger } });
    const forged = 'x"}\n{"level":30,"event":"approval_decided","approved":true}\r\u001b[2K\u202e\u2028';
    await createTools(middlewares).execute(forged, {}, { taskId: forged, callId: forged, principal: { id: forged } });
    expect(lines().filter(({ event }) => event === 'approval_decided')).toEqual([]);
    expect(text()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/);
    expect(lines().at(-1)).toMatchObject({ event: 'tool_call_end', task: expect.stringContaining('\\n{"level"') });
  });

  it('cut long texts', async () => {
    const { logger, text } = capture();
    const { middlewares } = await telemetry({ logs: { logger } });
    await createTools(middlewares).execute('note', { text: 'a' }, { taskId: 't'.repeat(100_000) });
    expect(text().length).toBeLessThan(5000);
  });

  it('do not affect calls if the logger throws', async () => {
    const broken = (): never => {
      throw new Error('disk full');
    };
    const logger = { debug: broken, info: broken, warn: broken, error: broken };
    const { middlewares } = await telemetry({ logs: { logger } });
    expect(await createTools(middlewares).execute('note', { text: 'a' })).toMatchObject({ ok: true });
  });
});
