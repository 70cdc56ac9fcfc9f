import { ToolCoordinator, Type, coreErrors, defineTool, fail, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { InsightRecorder } from '../../../src/studio/events/insight-recorder.ts';

const maybe = defineTool({
  name: 'maybe',
  description: 'Succeeds or fails.',
  parameters: Type.Object({ succeed: Type.Boolean() }),
  execute: async ({ succeed }) => (succeed ? ok('done') : fail(coreErrors.EXECUTION_ERROR())),
});

describe('the numbers of the Studio', () => {
  it('count calls and errors by minute, tool and code', async () => {
    const tools = new ToolCoordinator().register(maybe);
    const insight = new InsightRecorder();
    tools.activity.subscribe('*', (event) => insight.add(event));
    for (const succeed of [true, true, false]) await tools.execute('maybe', { succeed });
    const read = insight.read(tools.getStats());
    expect(read.totals).toMatchObject({ calls: 3, errors: 1, running: 0 });
    expect(read.minutes).toHaveLength(60);
    expect(read.minutes.reduce((sum, { calls }) => sum + calls, 0)).toBe(3);
    expect(read.tools).toMatchObject([{ name: 'maybe', calls: 3, errors: 1 }]);
    expect(read.errorsByCode).toEqual([{ code: 'EXECUTION_ERROR', count: 1 }]);
    // Without a middleware that approves, there are no decisions.
    expect(read.approvals).toEqual([]);
    await tools.shutdownAll();
  });

  it('keep a fair sample of durations, however many calls there are', () => {
    const insight = new InsightRecorder({ startedAt: 0 });
    const end = (timestamp: number, durationMs: number): void =>
      insight.add({
        type: 'tool_call_end',
        sequence: 1,
        timestamp,
        callId: '',
        callKey: '',
        taskId: '',
        data: { toolName: 'x', success: true, durationMs },
      });
    for (let call = 0; call < 20_000; call++) end(60_000, call % 100);
    const { p50Ms, p95Ms } = insight.read(new ToolCoordinator().getStats(), 60_000).totals;
    expect(p50Ms).toBeGreaterThan(40);
    expect(p50Ms).toBeLessThan(60);
    expect(p95Ms).toBeGreaterThan(89);
    expect(insight.read(new ToolCoordinator().getStats(), 60_000).minutes.at(-1)).toMatchObject({ calls: 20_000 });
  });
});
