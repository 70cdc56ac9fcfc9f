import { describe, expect, it } from 'vitest';
import type { BenchResults } from '../src/bench-results.ts';
import { checkBudgets, type BudgetRow } from '../src/check-budgets.ts';
import { call, failedCall, imported, results, throughputRow } from './sample-results.ts';

describe('the budget of a bare call', () => {
  const peers = [call('a/call', 'peer-bare', 20), call('b/call', 'peer-bare', 30), call('c/loop', 'peer-full', 5)];

  it.each([
    [19.9, 'pass'],
    [20, 'FAIL'],
  ])('%d times a plain call against a peer with 20 times: %s', (ratio, verdict) => {
    const row = budget('a bare call', { calls: [call('ours/bare', 'our-bare', ratio), ...peers] });
    expect(row).toMatchObject({ budget: 'less than each', verdict });
    expect(row.measured).toContain('the fastest peer 2.00 µs (20.0x plain, load 1.50): the case a/call');
  });

  it('says how many peers could not be measured', () => {
    const calls = [call('ours/bare', 'our-bare', 10), ...peers, failedCall('mastra/call')];
    expect(budget('a bare call', { calls }).measured).toContain('; 1 not measured');
  });

  it('is not measured without a peer', () => {
    expect(budget('a bare call', { calls: [call('ours/bare', 'our-bare', 10)] }).verdict).toBe('not measured');
  });
});

describe('the budget of a full call', () => {
  it.each([
    [20, 'pass'],
    [20.1, 'FAIL'],
  ])("%d times a plain call against a peer's bare call with 20 times: %s", (ratio, verdict) => {
    const calls = [
      call('ours/full', 'our-full', ratio),
      call('a/call', 'peer-bare', 20),
      call('a/loop', 'peer-full', 1),
    ];
    expect(budget('a full call, against', { calls })).toMatchObject({ budget: 'at most the fastest', verdict });
  });
});

describe('the budget of a time', () => {
  it.each([
    ['a full call judged by its path', 'ours/full-judged-turn', 200, 'pass'],
    ['a full call judged by its path', 'ours/full-judged-turn', 201, 'FAIL'],
    ['a decision on a path', 'decide/files-turn', 200, 'pass'],
    ['a decision on a path', 'decide/files-turn', 201, 'FAIL'],
    ['a decision on a short command', 'decide/command-turn', 400, 'pass'],
    ['a decision on a short command', 'decide/command-turn', 401, 'FAIL'],
  ])('%s (%s) with %d times 100 ns: %s', (name, id, ratio, verdict) => {
    expect(budget(name, { calls: [call(id, 'variant', ratio)] })).toMatchObject({ verdict });
  });
});

describe('the budget of the extensions', () => {
  it.each([
    [60, 'pass'],
    [60.3, 'FAIL'],
  ])('%d against 20 without them: %s', (ratio, verdict) => {
    const calls = [call('ours/full-principal', 'variant', 20), call('ours/full-extensions', 'variant', ratio)];
    expect(budget('a full call with all extensions', { calls })).toMatchObject({
      budget: 'at most 3 times as long',
      verdict,
    });
  });
});

describe('the budget of the generated validator', () => {
  it.each([
    [90, 'pass', '10.1 %'],
    [91, 'FAIL', '9.1 %'],
  ])('%d against 100 with ajv alone: %s', (ratio, verdict, saving) => {
    const calls = [call('ours/full', 'our-full', ratio), call('ours/full-ajv', 'variant', 100)];
    const row = budget('the generated validator', { calls });
    expect(row).toMatchObject({ verdict });
    expect(row.measured).toMatch(new RegExp(`^${saving}`));
  });
});

describe('the budget of an import', () => {
  const imports = [
    imported('import/core', 'ours', 41),
    imported('import/ajv', 'baseline', 10),
    imported('import/ai-sdk', 'peer', 50),
  ];

  it('is 40 ms for core', () => {
    expect(budget('cold import of core, more', { imports })).toMatchObject({
      verdict: 'FAIL',
      measured: '41.0 ms (load 1.50)',
    });
    expect(budget('cold import of core, more', { imports: [imported('import/core', 'ours', 40)] }).verdict).toBe(
      'pass',
    );
  });

  it('is less than every peer takes', () => {
    expect(budget('cold import of core, against', { imports }).verdict).toBe('pass');
    const slower = [...imports, imported('import/mastra', 'peer', 41)];
    expect(budget('cold import of core, against', { imports: slower }).verdict).toBe('FAIL');
  });

  it.each([
    [150, 'pass'],
    [151, 'FAIL'],
  ])('for everything: %d ms is judged %s', (ms, verdict) => {
    const row = budget('cold import of every pack', { imports: [imported('import/all', 'ours', ms)] });
    expect(row).toMatchObject({ verdict });
  });
});

describe('the budget of calls in flight', () => {
  it.each([
    ['all settle and the process ends', {}, 'pass'],
    ['one does not settle', { settled: 99_999 }, 'FAIL'],
    ['one is still counted as running', { inFlight: 1 }, 'FAIL'],
    ['more run at once than allowed', { mostAtOnce: 65 }, 'FAIL'],
    ['the process had to be killed', { exitMs: -1 }, 'FAIL'],
  ])('when %s, of %j, is judged %s', (_, change, verdict) => {
    expect(budget('100,000 calls', { throughput: throughputRow(change) })).toMatchObject({ verdict });
  });
});

/** The only budget whose name starts like this. */
function budget(name: string, measured: Parameters<typeof results>[0]): BudgetRow {
  const all: BenchResults = results(measured);
  const [row, ...others] = checkBudgets(all).filter((each) => each.name.startsWith(name));
  if (row === undefined || others.length > 0) throw new Error(`not one budget starts with "${name}"`);
  return row;
}
