import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measuredOf, type BenchResults } from '../src/bench-results.ts';
import { CORE_IMPORT, FULL_CALL, type BudgetRow } from '../src/judge-budgets.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const page = join(folder, 'results.md');
let run: { code: number; stdout: string; stderr: string };
let results: BenchResults & { readonly budgets: readonly BudgetRow[] };

beforeAll(async () => {
  const only = '^(floor/(plain|ajv)|ours/(bare|full)|import/(core|ajv)|throughput/in-flight)$';
  run = await bench('--quick', '--json', `--output=${page}`, `--only=${only}`);
  results = JSON.parse(run.stdout) as typeof results;
}, 90_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the benchmark', () => {
  it('measures the cases that were asked for and no others', () => {
    expect(results.calls.map(({ id }) => id)).toEqual(['floor/plain', 'floor/ajv', 'ours/full', 'ours/bare']);
    expect(results.imports.map(({ id }) => id)).toEqual(['import/core', 'import/ajv']);
    for (const row of [...results.calls, ...results.imports]) expect(row).toHaveProperty('measured');
  });

  it('has seen each case that validates refuse bad input', () => {
    const refusals = results.calls.map((row) => ('measured' in row ? row.measured.refusal : row.failure));
    expect(refusals).toEqual(['not checked', 'throws', 'error as value', 'error as value']);
  });

  it('says on stderr what it is at', () => {
    expect(run.stderr.split('\n')[0]).toMatch(/^\[1\/\d+\] floor\/plain$/);
  });

  it('judges the budgets whose rows were measured and says which were not', () => {
    expect(results.budgets.map(({ verdict }) => verdict)).toEqual([
      expect.stringMatching(/^(pass|FAIL)$/),
      'not measured',
      expect.stringMatching(/^(pass|FAIL)$/),
      'not measured',
      'not measured',
      'not measured',
      'not measured',
      'not measured',
      'pass',
    ]);
    expect(results.budgets[0]?.measured).toMatch(/^\d+\.\dx, goal (not )?reached$/);
    expect(results.budgets[2]?.measured).toMatch(/^-?\d+\.\d ms$/);
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

// Wide limits: they hold on a busy machine too, and catch what makes a call or an import several times slower.
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
