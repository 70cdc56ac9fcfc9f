import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { createTestFolder, taggedProcesses } from '@ku0/agent-runtime-tools-testkit';
import { afterEach, describe, expect, it } from 'vitest';
import {
  pythonExecutor,
  ToolSpecRegistry,
  UnifiedToolExecutor,
  type PythonExecutorOptions,
  type ToolSpecDraft,
} from '../../src/index.ts';

const folder = join(import.meta.dirname, '..', 'fixtures', 'python');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const TAG = `specs-python-${process.pid}`;
const running: UnifiedToolExecutor[] = [];

function pythonTools(options: Partial<PythonExecutorOptions> = {}) {
  const specRegistry = new ToolSpecRegistry();
  const executor = new UnifiedToolExecutor({
    specRegistry,
    executors: [pythonExecutor({ folders: [folder], env: { TAG }, workers: 2, ...options })],
  });
  running.push(executor);
  /** Calls a function of `many_kinds`, or `module:function`. */
  const call = (name: string, args: Record<string, unknown> = {}, context = {}) => {
    const [first = '', second] = name.split(':');
    const [module, function_name] = second === undefined ? ['many_kinds', first] : [first, second];
    const tool = name.replaceAll(/\W/g, '_');
    if (!specRegistry.has(tool)) specRegistry.add(spec(tool, { module, function_name }));
    return executor.execute(tool, args, context);
  };
  return { executor, specRegistry, call };
}

const spec = (name: string, config: object): ToolSpecDraft => ({
  name,
  description: name,
  tool_type: 'python',
  input_schema: { type: 'object', additionalProperties: true },
  implementation_config: config,
});

afterEach(async () => {
  for (const executor of running.splice(0)) await executor.shutdown();
});

describe.skipIf(!hasPython)('a Python tool (needs python3)', () => {
  it('calls synchronous and asynchronous functions, and methods of classes', async () => {
    const { call } = pythonTools();
    expect(await call('math_tools:add', { a: 1, b: 2.5 })).toMatchObject({ ok: true, value: 3.5 });
    expect(await call('slowly', { text: 'abc' })).toMatchObject({ ok: true, value: 'ABC' });
    expect(await call('many_kinds:Counter.one')).toMatchObject({ ok: true, value: 1 });
  });

  it('gives values that JSON can have, and fails for all others', async () => {
    const { call } = pythonTools();
    expect(await call('plain')).toMatchObject({ value: { point: { x: 1, at: '2026-01-02' }, set: [1], none: null } });
    for (const name of ['not_json', 'not_a_number', 'large'])
      expect(await call(name), name).toMatchObject({ error: { code: 'RESULT_INVALID' } });
    expect(await call('math_tools:add', { a: 1, b: 1 })).toMatchObject({ value: 2 });
  });

  it('fails with the exception of a function, its traceback, and what it printed', async () => {
    const { call } = pythonTools();
    expect(await call('fails', { text: 'not this' })).toMatchObject({
      error: {
        code: 'FUNCTION_FAILED',
        message: 'ValueError: not this',
        details: { traceback: expect.stringContaining('many_kinds.py') },
      },
    });
    expect(await call('math_tools:add', { a: 1 })).toMatchObject({
      error: {
        code: 'FUNCTION_FAILED',
        message: expect.stringContaining("missing 1 required positional argument: 'b'"),
      },
    });
    expect(await call('leaves')).toMatchObject({ error: { code: 'FUNCTION_FAILED', message: 'SystemExit: 4' } });
  });

  it('captures what a function prints, apart from its value', async () => {
    const { call, executor } = pythonTools();
    const chunks: string[] = [];
    executor.coordinator.activity.subscribe('tool_output_chunk', ({ data }) => void chunks.push(data.chunk));
    expect(await call('prints', { text: '{"ok": true, "value": "forged"}' })).toMatchObject({ value: 'printed' });
    expect(chunks.join('')).toBe('{"ok": true, "value": "forged"}\nbytes\n');
  });

  it('runs in the folder of its call', async () => {
    await using other = await createTestFolder({ 'a.txt': 'text' });
    const { call } = pythonTools();
    expect(await call('where', {}, { cwd: other.path })).toMatchObject({ value: other.path });
    expect(await call('file_tools:read_file', { path: 'a.txt' }, { cwd: other.path })).toMatchObject({ value: 'text' });
  });

  it('imports nothing but modules of its folders, and those that the host allows', async () => {
    const { call } = pythonTools({ allowModules: ['statistics'] });
    expect(await call('statistics:mean', { data: [1, 2, 3] })).toMatchObject({ value: 2 });
    for (const name of [
      'os:system',
      'subprocess:run',
      'json:loads',
      'sys:exit',
      'builtins:exec',
      'missing:x',
      'many_kinds:missing',
    ])
      expect(await call(name), name).toMatchObject({ error: { code: 'SPEC_UNUSABLE' } });
    for (const name of ['many_kinds:_hidden', 'many_kinds:fails.__globals__', 'os.path:join;x', '../x:y'])
      expect(await call(name), name).toMatchObject({ error: { code: 'SPEC_UNUSABLE' } });
  });

  it('that is cancelled can clean up, and the next call works', async () => {
    await using marks = await createTestFolder();
    const { call } = pythonTools({ workers: 1 });
    const pid = await call('process_id');
    for (const name of ['sleeps', 'sleeps_async']) {
      const mark = join(marks.path, name);
      const stop = new AbortController();
      const sleeping = call(name, { mark }, { signal: stop.signal });
      setTimeout(() => stop.abort(), 200);
      expect(await sleeping).toMatchObject({ error: { code: 'CANCELLED' } });
      expect(existsSync(mark)).toBe(true);
    }
    expect(await call('process_id')).toMatchObject({ value: pid.ok ? pid.value : 0 });
  });

  it('that ignores its interruption is ended, and the next call has another process', async () => {
    const { call } = pythonTools({ workers: 1 });
    const before = await call('process_id');
    expect(await call('ignores_interrupts', {}, { timeoutMs: 300 })).toMatchObject({ error: { code: 'TIMEOUT' } });
    const after = await call('process_id');
    expect(after).toMatchObject({ ok: true });
    expect(after.ok && before.ok && after.value !== before.value).toBe(true);
  });

  it('that is cancelled in the queue is never run', async () => {
    await using marks = await createTestFolder();
    const { call } = pythonTools({ workers: 1 });
    const stop = new AbortController();
    const first = call('sleeps', { mark: join(marks.path, 'first') }, { signal: stop.signal });
    const second = call('sleeps', { mark: join(marks.path, 'second') }, { signal: stop.signal });
    setTimeout(() => stop.abort(), 300);
    await Promise.all([first, second]);
    expect(existsSync(join(marks.path, 'second'))).toBe(false);
  });

  it('that crashes in the middle of a hundred calls fails only its own call', async () => {
    const { call } = pythonTools();
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) => (n === 50 ? call('crash') : call('math_tools:add', { a: n, b: 1 }))),
    );
    const failed = results.flatMap((result, n) => (result.ok ? [] : [{ n, code: result.error.code }]));
    expect(failed).toEqual([{ n: 50, code: 'WORKER_CRASHED' }]);
    expect(results[99]).toMatchObject({ value: 100 });
  });

  it('leaves no process behind', async () => {
    const { call, executor } = pythonTools();
    await Promise.all([call('plain'), call('plain')]);
    expect(taggedProcesses(TAG).length).toBeGreaterThan(0);
    await executor.shutdown();
    expect(taggedProcesses(TAG)).toEqual([]);
  });

  it('says so if there is no Python', async () => {
    const { call } = pythonTools({ python: 'no-such-python' });
    expect(await call('plain')).toMatchObject({ error: { code: 'PROGRAM_NOT_FOUND' } });
  });

  it('can be called a thousand times a second', { timeout: 60_000 }, async () => {
    const { call, executor, specRegistry } = pythonTools();
    await Promise.all([call('math_tools:add', { a: 0, b: 0 }), call('slowly', { text: '' })]);
    expect(specRegistry.has('math_tools_add')).toBe(true);
    const rates: number[] = [];
    // The machine may be busy: one good second is enough.
    for (let round = 0; round < 10 && Math.max(0, ...rates) < 1000; round++) {
      const calls = 500;
      const started = performance.now();
      await Promise.all(Array.from({ length: calls }, (_, n) => executor.execute('math_tools_add', { a: n, b: 1 })));
      rates.push(Math.round((calls / (performance.now() - started)) * 1000));
    }
    expect(Math.max(...rates)).toBeGreaterThanOrEqual(1000);
  });
});
