import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canRun, installPrograms } from '../fixtures/install-programs.ts';
import { errorOf, openTools, valueOf } from '../fixtures/open-tools.ts';
import { PROJECTS } from './test-projects.ts';

const hasPytest = canRun('python3', '-m', 'pytest', '--version');

describe.each(PROJECTS)('run_tests with $runner', ({ runner, packages, mixed, crash, hang, files }) => {
  const isMissing = runner === 'pytest' && !hasPytest;
  let bench: Awaited<ReturnType<typeof openTools>>;
  beforeAll(async () => {
    bench = await openTools(files);
    await installPrograms(bench.folder.path, packages);
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  it.skipIf(isMissing)('counts what passed, failed and was skipped, with the message of the failure', async () => {
    const value = valueOf(await bench.tools.execute('run_tests', { path: mixed }));
    expect(value).toMatchObject({
      runner,
      project: '.',
      status: 'failed',
      total: 3,
      passed: 1,
      skipped: 1,
      failedTotal: 1,
    });
    expect(value.failed[0]?.name).toContain('fails');
    expect(value.failed[0]?.message).toMatch(/expected|3/i);
    expect(value.changed).toEqual([]);
    expect(JSON.stringify(value)).not.toContain(bench.folder.path);
  });

  it.skipIf(isMissing)('runs only the tests that a filter names, and streams what is printed', async () => {
    const printed: string[] = [];
    const stop = bench.tools.activity.subscribe('tool_output_chunk', ({ data }) => void printed.push(data.chunk));
    const value = valueOf(await bench.tools.execute('run_tests', { path: mixed, filter: 'adds' }));
    stop();
    expect(value).toMatchObject({ status: 'passed', passed: 1, failedTotal: 0 });
    // The JSON reporter of mocha prints nothing if it writes to a file.
    if (runner !== 'mocha') expect(printed.join('')).not.toBe('');
  });

  it.skipIf(isMissing)('says so if the tests crash', async () => {
    const value = valueOf(await bench.tools.execute('run_tests', { path: crash }));
    expect(value.status).toMatch(/^(?:crashed|failed)$/);
    expect(value.passed).toBe(0);
    expect(value.status === 'failed' ? value.failedTotal : (value.notes?.length ?? 0)).toBeGreaterThan(0);
  });

  it.skipIf(isMissing)('stops tests that hang, and leaves nothing running', async () => {
    const value = valueOf(await bench.tools.execute('run_tests', { path: hang, timeout: 4 }));
    expect(value).toMatchObject({ status: 'timed-out', passed: 0 });
    expect(value.notes?.[0]).toContain('stopped after 4 s');
  });
});

describe('run_tests', () => {
  const sample = PROJECTS.find(({ runner }) => runner === 'node:test')?.files ?? {};
  const passing = "require('node:test').it('ok', () => {});\n";

  it('finds the project above a folder, and runs all tests of it by default', async () => {
    await using bench = await openTools({
      'app/package.json': '{ "scripts": { "test": "node --test" } }',
      'app/test/a.test.js': passing,
      'app/test/deep/b.test.js': passing,
    });
    expect(valueOf(await bench.tools.execute('run_tests', { path: 'app' }))).toMatchObject({
      project: 'app',
      total: 2,
      status: 'passed',
    });
    expect(valueOf(await bench.tools.execute('run_tests', { path: 'app/test/deep' }))).toMatchObject({
      project: 'app',
      total: 1,
    });
    expect(errorOf(await bench.tools.execute('run_tests', {})).code).toBe('NO_TEST_RUNNER');
    expect(errorOf(await bench.tools.execute('run_tests', { path: 'nope' })).code).toBe('FILE_NOT_FOUND');
  });

  it('records what tests change as one step of undo', async () => {
    await using bench = await openTools({
      'package.json': '{ "scripts": { "test": "node --test" } }',
      'snapshot.txt': 'old\n',
      'a.test.js':
        "require('node:test').it('writes', () => require('node:fs').writeFileSync('snapshot.txt', 'new\\n'));\n",
    });
    const value = valueOf(await bench.tools.execute('run_tests', {}, { taskId: 't' }));
    expect(value.changed).toEqual(['snapshot.txt']);
    await bench.workspace.undo({ taskId: 't' });
    expect(await bench.folder.read('snapshot.txt')).toBe('old\n');
  });

  it.skipIf(!canRun('cargo', '--version'))('reads what cargo prints', { timeout: 120_000 }, async () => {
    const test = (name: string, sum: number): string =>
      `    #[test]\n    fn ${name}() { assert_eq!(1 + 1, ${sum}); }\n`;
    await using bench = await openTools({
      '.gitignore': 'target\n',
      'Cargo.toml': '[package]\nname = "sample"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': `#[cfg(test)]\nmod tests {\n${test('adds', 2)}${test('fails', 3)}}\n`,
    });
    const value = valueOf(await bench.tools.execute('run_tests', {}));
    expect(value).toMatchObject({ runner: 'cargo', status: 'failed', total: 2, passed: 1, changed: ['Cargo.lock'] });
    expect(value.failed).toMatchObject([{ name: 'tests::fails', message: expect.stringContaining('left: 2') }]);
    await bench.folder.write('src/lib.rs', 'not rust\n');
    expect(valueOf(await bench.tools.execute('run_tests', {}))).toMatchObject({ status: 'crashed', total: 0 });
  });

  it('does not download a runner that is missing', async () => {
    await using bench = await openTools({ 'package.json': '{ "devDependencies": { "jest": "30" } }', 'a.test.js': '' });
    const error = errorOf(await bench.tools.execute('run_tests', {}));
    expect(error).toMatchObject({ code: 'PROGRAM_MISSING', details: { program: 'jest' } });
  });

  it('says that there are no tests, and shows beforehand what it would run', async () => {
    await using bench = await openTools(sample);
    await rm(join(bench.folder.path, 'test'), { recursive: true });
    expect(valueOf(await bench.tools.execute('run_tests', {}))).toMatchObject({ status: 'no-tests', total: 0 });
    const plan = valueOf(await bench.tools.dryRun('run_tests', { filter: 'a (b)' }));
    expect(plan.changes[0]?.target).toContain(String.raw`--test-name-pattern=a \(b\)`);
  });

  it('stops when it is cancelled', async () => {
    await using bench = await openTools(sample);
    const control = new AbortController();
    const running = bench.tools.execute('run_tests', { path: 'test/hang.test.js' }, { signal: control.signal });
    setTimeout(() => control.abort(), 500);
    expect(errorOf(await running).code).toBe('CANCELLED');
  });
});
