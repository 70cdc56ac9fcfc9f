import { describe, expect, it } from 'vitest';
import { CallStatistics } from '../../src/stats/call-statistics.ts';
import { StatisticsByTool } from '../../src/stats/statistics-by-tool.ts';

describe("the statistics of a tool's calls", () => {
  it('count successes and failures separately', () => {
    const statistics = new CallStatistics();
    expect(statistics.snapshot()).toMatchObject({ executions: 0, averageExecutionTimeMs: 0, p50Ms: 0, p95Ms: 0 });
    statistics.record(10);
    statistics.record(20, 'A');
    statistics.record(30, 'A');
    statistics.record(40, 'B');
    expect(statistics.snapshot()).toMatchObject({
      executions: 4,
      successCount: 1,
      errorCount: 3,
      averageExecutionTimeMs: 25,
      errorsByCode: { A: 2, B: 1 },
    });
    expect(statistics.totalMs).toBe(100);
  });

  it('list a hundred error codes by name and count the rest as OTHER', () => {
    const statistics = new CallStatistics();
    for (let n = 0; n < 102; n++) statistics.record(1, `CODE_${n}`);
    statistics.record(1, 'CODE_99');
    const { errorsByCode } = statistics.snapshot();
    expect(errorsByCode).toMatchObject({ CODE_0: 1, CODE_99: 2, OTHER: 2 });
    expect(errorsByCode).not.toHaveProperty('CODE_100');
  });
});

describe('the statistics of many tools', () => {
  it('are the same for the same name', () => {
    const byTool = new StatisticsByTool(new Set());
    byTool.of('a').record(1);
    expect(byTool.of('a').snapshot().executions).toBe(1);
    expect(byTool.of('b').snapshot().executions).toBe(0);
    expect(byTool.entries().map(([name]) => name)).toEqual(['a']);
    expect(new StatisticsByTool(new Set(['b'])).entries()).toEqual([]);
  });

  it('include registered tools that were never called', () => {
    const byTool = new StatisticsByTool(new Set(['b']));
    byTool.of('a');
    byTool.of('b');
    expect(byTool.entries().map(([name]) => name)).toEqual(['b']);
  });

  it('drop the oldest of more than a thousand removed tools but keep its counts', () => {
    const byTool = new StatisticsByTool(new Set(['tool_0']));
    for (let n = 0; n <= 1000; n++) byTool.of(`tool_${n}`).record(2, n === 1 ? 'A' : undefined);
    expect(byTool.dropped).toEqual({ executions: 0, errorCount: 0, totalMs: 0 });
    expect(byTool.entries()).toHaveLength(1001);
    byTool.of('new');
    expect(byTool.dropped).toEqual({ executions: 1, errorCount: 1, totalMs: 2 });
    const names = byTool.entries().map(([name]) => name);
    expect(names).toContain('tool_0');
    expect(names).not.toContain('tool_1');
    expect(names).toContain('tool_2');
  });

  it('keep those of ten thousand registered tools', () => {
    const names = Array.from({ length: 10_000 }, (_, n) => `tool_${n}`);
    const byTool = new StatisticsByTool(new Set(names));
    for (const name of names) byTool.of(name).record(1);
    expect(byTool.entries()).toHaveLength(10_000);
    expect(byTool.dropped.executions).toBe(0);
  });
});
