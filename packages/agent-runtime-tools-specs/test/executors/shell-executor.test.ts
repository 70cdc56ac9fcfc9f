import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox } from '@ku0/agent-runtime-tools-sandbox';
import { createTestFolder, taggedProcesses } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { ToolSpecRegistry, UnifiedToolExecutor, type UnifiedToolExecutorOptions } from '../../src/index.ts';

const program = join(import.meta.dirname, '..', 'fixtures', 'print-arguments.mjs');
const schema = (properties: object) => ({ type: 'object', properties });

function executorFor(config: object, options: Partial<UnifiedToolExecutorOptions> & { kind?: string } = {}) {
  const { kind = 'shell', ...rest } = options;
  const specRegistry = new ToolSpecRegistry().add({
    name: 'run',
    description: 'runs',
    tool_type: kind,
    input_schema: schema({
      text: { type: 'string' },
      list: { type: 'array', items: { type: 'string' } },
      number: { type: 'number' },
      object: { type: 'object' },
    }),
    implementation_config: config,
  });
  return new UnifiedToolExecutor({ ...rest, specRegistry });
}

describe('a shell tool', () => {
  it('takes lists as several arguments, other values as one, and leaves out what was not given', async () => {
    const command = `node ${program} {text} --n={number} {list} {object}`;
    const executor = executorFor({ command, output: 'json' });
    const args = async (params: Record<string, unknown>) => await executor.execute('run', params);
    expect(await args({ list: ['a b', ''], number: -5 })).toMatchObject({ value: { args: ['--n=-5', 'a b', ''] } });
    expect(await args({ text: 't', object: { a: [1] } })).toMatchObject({ value: { args: ['t', '{"a":[1]}'] } });
    expect(await args({})).toMatchObject({ value: { args: [] } });
    await executor.shutdown();
  });

  it('gives a parameter to read', async () => {
    const executor = executorFor({ command: ['node', program], stdin: '<{text}>', output: 'json' });
    expect(await executor.execute('run', { text: 'a\n$(b)' })).toMatchObject({ value: { input: '<a\n$(b)>' } });
    await executor.shutdown();
  });

  it('gives exit code and output, or the output alone', async () => {
    const both = executorFor({ shell: true, command: 'echo out; echo err >&2; exit 3', success_exit_codes: [3] });
    expect(await both.execute('run')).toMatchObject({ value: { exitCode: 3, stdout: 'out\n', stderr: 'err\n' } });
    const text = executorFor({ command: 'echo {text}', output: 'text' });
    expect(await text.execute('run', { text: 'hi' })).toMatchObject({ value: 'hi\n' });
    await Promise.all([both.shutdown(), text.shutdown()]);
  });

  it('fails with the output if the exit code is not a success, or the output is not JSON', async () => {
    const failing = executorFor({ shell: true, command: 'echo why >&2; exit 2' });
    expect(await failing.execute('run')).toMatchObject({
      error: { code: 'COMMAND_FAILED', message: 'The command ended with exit code 2: why', details: { exitCode: 2 } },
    });
    const text = executorFor({ command: 'echo no', output: 'json' });
    expect(await text.execute('run')).toMatchObject({ error: { code: 'RESULT_INVALID' } });
    const missing = executorFor({ command: 'no-such-program-here' });
    expect(await missing.execute('run')).toMatchObject({ error: { code: 'PROGRAM_NOT_FOUND' } });
    await Promise.all([failing.shutdown(), text.shutdown(), missing.shutdown()]);
  });

  it('ends with its call', async () => {
    const tag = `specs-${process.pid}-cancelled`;
    const executor = executorFor({ command: 'sleep 60', env: { TAG: tag } });
    const stop = new AbortController();
    const call = executor.execute('run', {}, { signal: stop.signal });
    setTimeout(() => stop.abort(), 300);
    expect(await call).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(await executor.execute('run', {}, { timeoutMs: 300 })).toMatchObject({ error: { code: 'TIMEOUT' } });
    expect(taggedProcesses(tag)).toEqual([]);
    await executor.shutdown();
  });

  it('has the configuration of its environment', async () => {
    const config = (environment?: string) => {
      const specRegistry = new ToolSpecRegistry().add({
        name: 'run',
        description: 'runs',
        tool_type: 'shell',
        input_schema: { type: 'object' },
        implementation_config: { command: 'echo base', output: 'text' },
        environments: { dev: { command: 'echo dev' }, prod: { command: 'exit 1', shell: true, successExitCodes: [1] } },
      });
      return new UnifiedToolExecutor({ specRegistry, ...(environment !== undefined && { environment }) });
    };
    const values: unknown[] = [];
    for (const name of [undefined, 'dev', 'prod', 'unknown']) {
      const executor = config(name);
      const result = await executor.execute('run');
      values.push(result.ok ? result.value : result.error);
      await executor.shutdown();
    }
    expect(values).toEqual(['base\n', 'dev\n', '', 'base\n']);
  });

  it('is refused if it names a profile and there is no sandbox', async () => {
    for (const executor of [
      executorFor({ command: 'true', sandbox: 'read-only' }),
      executorFor({ command: 'true' }, { kind: 'sandbox' }),
    ]) {
      expect(await executor.execute('run')).toMatchObject({ error: { code: 'ENGINE_NOT_AVAILABLE' } });
      await executor.shutdown();
    }
  });
});

const hasSandbox = process.platform === 'linux' && existsSync('/usr/bin/bwrap');

describe.skipIf(!hasSandbox)('a command in the sandbox (needs bubblewrap)', () => {
  it('cannot write outside of the workspace, and not inside with a profile that only reads', async () => {
    await using folder = await createTestFolder({ 'project/a.txt': 'text' });
    const root = join(folder.path, 'project');
    const workspace = createWorkspace({ roots: [root], state: join(folder.path, 'state') });
    const sandbox = createSandbox({ workspace });
    const services = { workspace, confinement: sandbox };
    const write = { shell: true, command: 'echo x > {text}' };
    const run = async (config: object, kind: string, text: string) => {
      const executor = executorFor(config, { kind, services });
      const result = await executor.execute('run', { text });
      await executor.shutdown();
      return result.ok;
    };
    expect(await run(write, 'sandbox', 'b.txt')).toBe(true);
    expect(await run({ ...write, sandbox: 'read-only' }, 'sandbox', 'c.txt')).toBe(false);
    // A shell tool is confined too where there is a sandbox. It writes to a /tmp of its own.
    await run(write, 'shell', join(folder.path, 'outside.txt'));
    expect(existsSync(join(folder.path, 'outside.txt'))).toBe(false);
    expect(existsSync(join(root, 'b.txt'))).toBe(true);
    await sandbox.shutdown();
    await workspace.shutdown?.();
  });
});
