import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { audit, type AuditOptions } from '../src/index.ts';
import { MemorySink } from './fixtures/memory-sink.ts';

function setUp(sink: MemorySink, options: Partial<AuditOptions> = {}) {
  const problems: string[] = [];
  const ran: string[] = [];
  const tool = defineTool({
    name: 'note',
    parameters: Type.Object({ text: Type.String() }),
    execute: async ({ text }) => ok(ran.push(text)),
  });
  const middleware = audit({ sink, onProblem: (problem) => problems.push(problem), ...options });
  const tools = new ToolCoordinator().use(middleware).register(tool);
  return { tools, problems, ran };
}

describe.each([{ isAsync: false }, { isAsync: true }])('a sink that fails (asynchronous: $isAsync)', ({ isAsync }) => {
  it('denies calls until it works again, and then has what happened in between', async () => {
    const sink = new MemorySink({ isAsync });
    const { tools, problems, ran } = setUp(sink);
    const failed: unknown[] = [];
    tools.activity.subscribe('audit_failed', ({ data }) => failed.push(data));
    sink.failure = new Error('disk full');
    for (const text of ['a', 'b']) {
      const result = await tools.execute('note', { text });
      expect(result).toMatchObject({
        ok: false,
        error: { code: 'AUDIT_UNAVAILABLE', details: { reason: 'disk full' } },
      });
    }
    expect(ran).toEqual([]);
    expect(problems).toEqual(['disk full']);
    expect(failed).toMatchObject([{ reason: 'disk full' }, { reason: 'disk full' }]);
    sink.failure = undefined;
    expect(await tools.execute('note', { text: 'c' })).toMatchObject({ ok: true });
    await tools.shutdownAll();
    expect(ran).toEqual(['c']);
    expect(sink.kinds()).toEqual(['run', 'end', 'run', 'end', 'run', 'end']);
    expect(sink.entries[1]).toMatchObject({ code: 'AUDIT_UNAVAILABLE', attempts: 0 });
  });

  it('lets calls run where the host wants that, with a warning in each result', async () => {
    const sink = new MemorySink({ isAsync });
    const { tools, ran } = setUp(sink, { onFailure: 'continue' });
    sink.failure = new Error('disk full');
    const result = await tools.execute('note', { text: 'a' });
    expect(result).toMatchObject({ ok: true, metadata: { warnings: [expect.stringContaining('disk full')] } });
    expect(ran).toEqual(['a']);
  });

  it('keeps a bounded number of entries and counts those that are lost', async () => {
    const sink = new MemorySink({ isAsync });
    const { tools, ran } = setUp(sink, { onFailure: 'continue' });
    sink.failure = new Error('disk full');
    for (let index = 0; index < 5500; index++) await tools.execute('note', { text: 'x' });
    sink.failure = undefined;
    // An asynchronous sink has no room for the first calls after the outage.
    const isRecorded = async (): Promise<boolean> =>
      (await tools.execute('note', { text: 'y' })).metadata.warnings === undefined;
    await expect.poll(isRecorded, { interval: 5, timeout: 20_000 }).toBe(true);
    await tools.shutdownAll();
    const gaps = sink.entries.filter(({ kind }) => kind === 'gap');
    expect(gaps).toMatchObject([{ reason: 'disk full' }]);
    const lost = gaps.reduce((sum, gap) => sum + ('lost' in gap ? gap.lost : 0), 0);
    expect(sink.entries.length - gaps.length + lost).toBe(2 * ran.length);
    expect(lost).toBeGreaterThan(900);
  });
});

describe('a sink that hangs', () => {
  it('denies calls after its time, and calls that follow at once', async () => {
    const sink = new MemorySink();
    sink.isHanging = true;
    const { tools, ran } = setUp(sink, { timeoutMs: 2000 });
    const code = { ok: false, error: { code: 'AUDIT_UNAVAILABLE' } };
    expect(await tools.execute('note', { text: 'a' })).toMatchObject(code);
    const before = performance.now();
    expect(await tools.execute('note', { text: 'b' })).toMatchObject(code);
    expect(performance.now() - before).toBeLessThan(1900);
    expect(ran).toEqual([]);
  });
});
