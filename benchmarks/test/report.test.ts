import { describe, expect, it } from 'vitest';
import type { BenchResults } from '../src/bench-results.ts';
import { judgeBudgets } from '../src/judge-budgets.ts';
import type { CallRow } from '../src/measure/measure-call.ts';
import type { ImportRow } from '../src/measure/measure-imports.ts';
import { renderReport, renderTables } from '../src/report.ts';

describe('the tables', () => {
  it('have one line per case with times, ratios and what became of bad input', () => {
    const text = renderTables(results({ calls: [call('ours/full', 'ours', 10.04)] }));
    expect(text).toContain(
      '| ours/full | the case ours/full | 1,004 | 904 | 1,104 | 10.0 | 9.0 | 0.10 | throws | a note |',
    );
  });

  it('show a case that could not be measured, with the reason', () => {
    const imports = [{ ...target('import/mastra', 'peer'), failure: 'Cannot find package' }];
    const text = renderTables(results({ calls: [broken('mastra/call')], imports }));
    expect(text).toMatch(/^\| mastra\/call \| .* \| not measured: it does not load \|$/m);
    expect(text).toMatch(/^\| import\/mastra \| .* \| not measured: Cannot find package \|$/m);
  });

  it('have as many cells in every line as in the head', () => {
    const calls = [call('ours/full', 'ours', 10), broken('mastra/call')];
    const text = renderReport(results({ calls, imports: [imported('import/core', 'ours', 20)], throughput: flow() }));
    for (const table of text.split('\n\n').filter((block) => block.startsWith('|'))) {
      const widths = table
        .trim()
        .split('\n')
        .map((line) => line.split(' | ').length);
      expect(new Set(widths).size).toBe(1);
    }
  });
});

describe('the budget of a full call', () => {
  it.each([
    [7.9, 'pass', '7.9x, goal reached'],
    [12, 'pass', '12.0x, goal not reached'],
    [12.1, 'FAIL', '12.1x, goal not reached'],
  ])('judges %d times a plain call as %s', (ratio, verdict, measured) => {
    expect(judgeBudgets(results({ calls: [call('ours/full', 'ours', ratio)] }))[0]).toMatchObject({
      verdict,
      measured,
    });
  });

  it('is compared with the fastest bare call of a peer, not with whole loops', () => {
    const calls = [
      call('ours/full', 'ours', 10),
      call('a/loop', 'loop', 5),
      call('b/call', 'peer', 20),
      call('c/call', 'peer', 30),
    ];
    const [, faster] = judgeBudgets(results({ calls }));
    expect(faster).toMatchObject({ verdict: 'pass', measured: '10.0x, the fastest peer 20.0x (the case b/call)' });
    const [, slower] = judgeBudgets(results({ calls: [...calls, call('d/call', 'peer', 9)] }));
    expect(slower).toMatchObject({ verdict: 'FAIL' });
  });

  it('says how many peers could not be compared', () => {
    const calls = [call('ours/full', 'ours', 10), call('b/call', 'peer', 20), broken('mastra/call')];
    expect(judgeBudgets(results({ calls }))[1]?.measured).toContain('; 1 not measured');
  });
});

describe('the budget of an import', () => {
  it('is 40 ms, and less than every peer takes', () => {
    const imports = [
      imported('import/core', 'ours', 41),
      imported('import/ajv', 'floor', 10),
      imported('import/ai-sdk', 'peer', 50),
    ];
    expect(judgeBudgets(results({ imports })).slice(2, 4)).toMatchObject([
      { verdict: 'FAIL', measured: '41.0 ms' },
      { verdict: 'pass', measured: '41 ms, the fastest peer 50 ms (the package import/ai-sdk)' },
    ]);
  });
});

describe('the budget of importing everything', () => {
  it.each([
    [150, 'pass'],
    [151, 'FAIL'],
  ])('of %d ms is judged %s', (ms, verdict) => {
    expect(judgeBudgets(results({ imports: [imported('import/all', 'ours', ms)] }))[4]).toMatchObject({ verdict });
  });
});

describe('the budget of a decision', () => {
  it.each([
    ['decide/file', 20, 5, 'pass', '2.00 µs'],
    ['decide/file-folders', 21, 6, 'FAIL', '2.10 µs'],
    ['decide/command', 399, 7, 'pass', '39.90 µs'],
    ['decide/command', 401, 7, 'FAIL', '40.10 µs'],
  ])('%s at %d times a plain call is judged in row %i: %s', (id, ratio, row, verdict, measured) => {
    expect(judgeBudgets(results({ calls: [call(id, 'ours', ratio)] }))[row]).toMatchObject({ verdict, measured });
  });
});

describe('the budget of calls in flight', () => {
  it.each([
    ['all settle and the process ends', {}, 'pass'],
    ['one does not settle', { settled: 99_999 }, 'FAIL'],
    ['one is still counted as under way', { inFlight: 1 }, 'FAIL'],
    ['more run at once than there are places', { mostAtOnce: 65 }, 'FAIL'],
    ['the process had to be killed', { exitMs: -1 }, 'FAIL'],
  ])('when %s, of %j, judges %s', (_, change, verdict) => {
    expect(judgeBudgets(results({ throughput: flow(change) })).at(-1)).toMatchObject({ verdict });
  });
});

function results(measured: Partial<Pick<BenchResults, 'calls' | 'imports' | 'throughput'>>): BenchResults {
  return {
    machine: { cpu: 'a processor', cores: 2, node: 'v24.0.0', loadBefore: 0, loadAfter: 1 },
    effort: { callRounds: 1, batchMs: 1, warmUpMs: 1, importRounds: 1 },
    calls: [],
    imports: [],
    throughput: undefined,
    seconds: 1,
    ...measured,
  };
}

function call(id: string, kind: CallRow['kind'], ratio: number): CallRow {
  const ns = ratio * 100;
  const measured = {
    ns,
    bestNs: ns - 100,
    wallNs: ns + 100,
    ratio,
    bestRatio: ratio - 1,
    spread: 0.1,
    refusal: 'throws',
  };
  return { id, title: `the case ${id}`, kind, note: 'a note', measured };
}

function broken(id: string): CallRow {
  return { id, title: `the case ${id}`, kind: 'peer', note: '', failure: 'it does not load' };
}

function target(id: string, kind: ImportRow['kind']) {
  return { id, title: `the package ${id}`, kind, specifiers: [id] };
}

function imported(id: string, kind: ImportRow['kind'], ms: number): ImportRow {
  return { ...target(id, kind), measured: { ms, bestMs: ms, wallMs: ms, spread: 0 } };
}

function flow(change = {}): NonNullable<BenchResults['throughput']> {
  const measured = {
    calls: 100_000,
    limit: 64,
    settled: 100_000,
    inFlight: 0,
    mostAtOnce: 64,
    ms: 1000,
    peakHeapMb: 100,
    heapAfterMb: 1,
    maxRssMb: 200,
    exitMs: 5,
  };
  return { id: 'throughput/in-flight', measured: { ...measured, ...change } };
}
