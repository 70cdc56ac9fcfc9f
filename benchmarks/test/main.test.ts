import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measuredOf, type BenchResults } from '../src/bench-results.ts';
import { CORE_IMPORT, FULL_CALL, type BudgetRow } from '../src/check-budgets.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const page = join(folder, 'results.md');
let run: { code: number; stdout: string; stderr: string };
let results: BenchResults & { readonly budgets: readonly BudgetRow[] };

beforeAll(async () => {
  const only =
    '^(baseline/(plain|ajv)|ours/(bare|full|full-ajv|full-extensions|full-judged-turn|full-principal)|import/(core|ajv)|throughput/in-flight)$';
  run = await bench('--quick', '--json', `--output=${page}`, `--only=${only}`);
  results = JSON.parse(run.stdout) as typeof results;
}, 90_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the benchmark', () => {
  it('measures only the selected cases', () => {
    expect(results.calls.map(({ id }) => id).toSorted()).toEqual([
      'baseline/ajv',
      'baseline/plain',
      'ours/bare',
      'ours/full',
      'ours/full-ajv',
      'ours/full-extensions',
      'ours/full-judged-turn',
      'ours/full-principal',
    ]);
    expect(results.imports.map(({ id }) => id)).toEqual(['import/core', 'import/ajv']);
    for (const row of [...results.calls, ...results.imports]) expect(row).toHaveProperty('measured');
  });

  it('has seen each validating case refuse invalid input', () => {
    const refusals = results.calls.map((row) => [row.id, 'measured' in row ? row.measured.refusal : row.failure]);
    expect(Object.fromEntries(refusals)).toEqual({
      'baseline/plain': 'not checked',
      'baseline/ajv': 'throws',
      'ours/bare': 'error as value',
      'ours/full': 'error as value',
      'ours/full-ajv': 'error as value',
      'ours/full-extensions': 'error as value',
      'ours/full-judged-turn': 'error as value',
      'ours/full-principal': 'error as value',
    });
  });

  it('reports its progress on stderr', () => {
    expect(run.stderr.split('\n')[0]).toMatch(/^\[1\/\d+\] baseline\/plain$/);
  });

  it('judges the budgets whose rows were measured and says which were not', () => {
    const isJudged: unknown = expect.stringMatching(/^(pass|FAIL)$/);
    expect(results.budgets.map(({ name, verdict }) => [name.split(',')[0], verdict])).toEqual([
      ['a bare call', 'not measured'],
      ['a full call', 'not measured'],
      ['a full call judged by its path', isJudged],
      ['a decision on a path', 'not measured'],
      ['a decision on a short command', 'not measured'],
      ['a full call with all extensions', isJudged],
      ['the generated validator saves part of a full call', isJudged],
      ['cold import of core', isJudged],
      ['cold import of core', 'not measured'],
      ['cold import of every pack', 'not measured'],
      ['100', 'pass'],
    ]);
    expect(results.budgets[2]?.measured).toMatch(/^\d+\.\d\d µs \(\d+\.\dx plain, load \d+\.\d\d\)$/);
  });

  it('ends with code 1 exactly when a budget is not met', () => {
    expect(run.code).toBe(results.budgets.some(({ verdict }) => verdict === 'FAIL') ? 1 : 0);
  });

  it('writes a page with every row, the processor and the version of Node, and nothing else about the machine', () => {
    const text = readFileSync(page, 'utf8');
    for (const { id } of [...results.calls, ...results.imports])
      expect(text).toMatch(new RegExp(`^\\| ${id} \\| .* \\|$`, 'm'));
    expect(text).toContain(`Node ${process.version}, ${results.machine.cpu}`);
    expect(text).not.toContain(hostname());
    expect(text).not.toContain(process.cwd());
  });

  it('refuses an option that does not exist', async () => {
    const { code, stderr } = await bench('--fast');
    expect(code).toBe(1);
    expect(stderr).toContain("Unknown option '--fast'");
  });
});

// Wide limits that also hold on a busy machine; they catch calls or imports that become several times slower.
describe('core', () => {
  it('makes a full call in less than 60 times the time of a plain one', () => {
    expect(measuredOf(results.calls, FULL_CALL)?.bestRatio).toBeLessThan(60);
  });

  it('is imported in less than 120 ms over an empty process', () => {
    expect(measuredOf(results.imports, CORE_IMPORT)?.bestMs).toBeLessThan(120);
  });

  it('settles 100,000 calls in flight, 64 at a time, and lets its process end', () => {
    const { throughput } = results;
    expect(throughput).toMatchObject({ measured: { calls: 100_000, settled: 100_000, inFlight: 0, mostAtOnce: 64 } });
    expect(throughput !== undefined && 'measured' in throughput && throughput.measured.exitMs).toBeGreaterThanOrEqual(
      0,
    );
  });
});

function bench(...args: string[]): Promise<typeof run> {
  const main = join(import.meta.dirname, '..', 'src', 'main.ts');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--expose-gc', main, ...args],
      { timeout: 80_000, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr });
      },
    );
  });
}
