import { randomUUID } from 'node:crypto';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { taggedProcesses } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import { errorOf, openTools, until, valueOf } from '../tools-for-test.ts';

type Bench = Awaited<ReturnType<typeof openTools>>;

async function start({ tools }: Bench, command: string, taskId = 'task'): Promise<string> {
  const started = await tools.execute('run_command', { command, background: true }, { taskId });
  return valueOf(started).commandId ?? '';
}

const TASK = { taskId: 'task' };

describe('a background command', () => {
  it('is read page by page, from where the last read ended', async () => {
    await using bench = await openTools();
    const commandId = await start(bench, 'echo one; read x; echo "two $x"; exit 4');
    const read = (more: object = {}) => bench.tools.execute('read_command_output', { commandId, ...more }, TASK);
    expect(valueOf(await read({ wait: 10 }))).toMatchObject({ output: 'one\n', status: 'running', nextOffset: 4 });
    expect(valueOf(await read())).toMatchObject({ output: '', status: 'running' });
    const input = { commandId, input: 'more\n' };
    expect(valueOf(await bench.tools.execute('write_command_input', input, TASK))).toMatchObject({ written: 5 });
    expect(valueOf(await read({ wait: 10 }))).toMatchObject({ output: 'two more\n' });
    await until(async () => valueOf(await read()).status === 'exited');
    expect(valueOf(await read({ offset: 0 }))).toMatchObject({ output: 'one\ntwo more\n', exitCode: 4, total: 13 });
    expect(valueOf(await read({ offset: -9 })).output).toBe('two more\n');
    expect(valueOf(await read({ offset: 0, limit: 4 }))).toMatchObject({ output: 'one\n', truncated: true });
  });

  it('is searched by an expression that cannot hang, in what a reader sees', async () => {
    await using bench = await openTools();
    const hostile = `${'a'.repeat(50_000)}!`;
    const commandId = await start(
      bench,
      String.raw`printf '\e[31merr\e[0mor: x\nfine\n'; printf '${hostile}\n'; seq 50000`,
    );
    const read = (search: string) =>
      bench.tools.execute('read_command_output', { commandId, offset: 0, wait: 10, search }, TASK);
    await until(
      async () => valueOf(await bench.tools.execute('list_commands', {}, TASK)).commands[0]?.status === 'exited',
    );
    expect(valueOf(await read('^error:'))).toMatchObject({ output: 'error: x\n' });
    const started = performance.now();
    expect(valueOf(await read('(a+)+$|(a|aa)+$')).output).toBe('');
    expect(performance.now() - started).toBeLessThan(5000);
    expect(valueOf(await read('^4999[0-9]$')).output.split('\n')).toHaveLength(11);
    expect(errorOf(await read('(unclosed')).code).toBe('VALIDATION_ERROR');
    expect(errorOf(await read('(?=look)')).code).toBe('VALIDATION_ERROR');
  });

  it('is waited for until a line matches, and no longer than asked', async () => {
    await using bench = await openTools();
    const commandId = await start(bench, 'for n in 1 2 3; do echo "line $n"; sleep 0.3; done; echo ready; sleep 600');
    const read = (more: object) => bench.tools.execute('read_command_output', { commandId, ...more }, TASK);
    expect(valueOf(await read({ search: 'ready', wait: 20 })).output).toBe('ready\n');
    const began = performance.now();
    expect(valueOf(await read({ wait: 0.3 })).output).toBe('');
    expect(performance.now() - began).toBeGreaterThan(250);
    const control = new AbortController();
    setTimeout(() => control.abort(), 100);
    const cancelled = bench.tools.execute(
      'read_command_output',
      { commandId, wait: 50 },
      { ...TASK, signal: control.signal },
    );
    expect(errorOf(await cancelled).code).toBe('CANCELLED');
  });

  it('that waits for input is recognised', async () => {
    await using bench = await openTools();
    const commandId = await start(bench, 'printf "name? "; read name; sleep 600');
    const read = valueOf(await bench.tools.execute('read_command_output', { commandId, wait: 10 }, TASK));
    expect(read).toMatchObject({ output: 'name? ', waitingForInput: true });
    expect(read.notes?.[0]).toContain('write_command_input');
    const { commands } = valueOf(await bench.tools.execute('list_commands', {}, TASK));
    expect(commands).toMatchObject([{ commandId, waitingForInput: true, status: 'running' }]);
    const idle = valueOf(await bench.tools.execute('read_command_output', { commandId, wait: 50 }, TASK));
    expect(idle.waitingForInput).toBe(true);
  });

  it('takes input until it is closed, and says when it misses a line break', async () => {
    await using bench = await openTools();
    const commandId = await start(bench, 'cat');
    const write = (more: { input: string; closeStdin?: boolean }) =>
      bench.tools.execute('write_command_input', { commandId, ...more }, TASK);
    expect(valueOf(await write({ input: 'no break' })).notes?.[0]).toContain('line break');
    expect(valueOf(await write({ input: ' end', closeStdin: true })).notes).toBeUndefined();
    await until(
      async () => valueOf(await bench.tools.execute('list_commands', {}, TASK)).commands[0]?.status === 'exited',
    );
    const read = await bench.tools.execute('read_command_output', { commandId }, TASK);
    expect(valueOf(read)).toMatchObject({ output: 'no break end', exitCode: 0 });
    expect(errorOf(await write({ input: 'late' })).code).toBe('INPUT_CLOSED');
  });

  it('refuses a destructive line typed into a shell, and takes it as text elsewhere', async () => {
    await using bench = await openTools();
    const shell = await start(bench, 'bash');
    const cat = await start(bench, 'cat');
    // Should it ever not be refused, it finds nothing to run, and no such device.
    const write = (commandId: string) =>
      bench.tools.execute('write_command_input', { commandId, input: 'mkfs.none /dev/no-such-disk\n' }, TASK);
    expect(errorOf(await write(shell))).toMatchObject({ code: 'DANGEROUS_COMMAND', kind: 'security_error' });
    expect((await write(cat)).ok).toBe(true);
  });

  it('refuses a destructive line also when it is typed in pieces, one after the other or at once', async () => {
    await using bench = await openTools();
    const { commandId = '' } = valueOf(
      await bench.tools.execute('run_command', { command: 'bash', background: true, stdin: 'rm() { :; }\nfalse && r' }),
    );
    const type = (input: string) => bench.tools.execute('write_command_input', { commandId, input });
    expect(errorOf(await type('m -rf /\n')).code).toBe('DANGEROUS_COMMAND');
    valueOf(await type('m -rf ./build\ncd /\n'));
    expect(errorOf(await type('false && rm -rf *\n')).code).toBe('DANGEROUS_COMMAND');
    const pieces = await Promise.all([type('false && rm -r'), type('f /\n')]);
    expect(pieces.map((piece) => (piece.ok ? '' : piece.error.code))).toContain('DANGEROUS_COMMAND');
  });

  it('is stopped with all it started, whatever that ignores', async () => {
    await using bench = await openTools();
    const tag = randomUUID();
    const commandId = await start(
      bench,
      `: ${tag}; trap '' TERM; setsid sleep 600 & echo up; while :; do sleep 1; done`,
    );
    await bench.tools.execute('read_command_output', { commandId, wait: 10 }, TASK);
    const stopped = valueOf(await bench.tools.execute('stop_command', { commandId }, TASK));
    expect(stopped).toMatchObject({ stopped: true, status: 'killed', signal: 'SIGKILL', exitCode: 137 });
    expect(taggedProcesses(tag)).toEqual([]);
    const again = valueOf(await bench.tools.execute('stop_command', { commandId, signal: 'SIGINT' }, TASK));
    expect(again).toMatchObject({ stopped: false, status: 'killed' });
  });

  it('ends by its own timeout, with its output', async () => {
    await using bench = await openTools();
    const params = { command: 'echo a; sleep 600', background: true, timeout: 0.3 };
    const { commandId = '' } = valueOf(await bench.tools.execute('run_command', params, TASK));
    await until(
      async () => valueOf(await bench.tools.execute('list_commands', {}, TASK)).commands[0]?.status === 'timed-out',
    );
    expect(valueOf(await bench.tools.execute('read_command_output', { commandId }, TASK)).output).toBe('a\n');
  });

  it('is out of reach for another task', async () => {
    await using bench = await openTools();
    const commandId = await start(bench, 'sleep 600', 'mine');
    const theirs = { taskId: 'theirs' };
    const calls = [
      bench.tools.execute('read_command_output', { commandId }, theirs),
      bench.tools.execute('write_command_input', { commandId, input: 'x' }, theirs),
      bench.tools.execute('stop_command', { commandId }, theirs),
      bench.tools.execute('read_command_output', { commandId: 'cmd-999' }, theirs),
      bench.tools.execute('read_command_output', { commandId: '__proto__' }, theirs),
    ];
    for (const call of calls) expect(errorOf(await call).code).toBe('COMMAND_NOT_FOUND');
    expect(valueOf(await bench.tools.execute('list_commands', {}, theirs)).commands).toEqual([]);
    const { commands } = valueOf(await bench.tools.execute('list_commands', {}, { taskId: 'mine' }));
    expect(commands).toMatchObject([{ commandId, status: 'running', command: 'sleep 600' }]);
  });

  it('ends with its task, and what other packages run with the same service is not listed', async () => {
    const processes = createProcesses();
    await using bench = await openTools({}, { processes });
    const tag = randomUUID();
    const other = await processes.start(['sleep', '600'], { taskId: 'task' });
    const commandId = await start(bench, `: ${tag}; echo up; sleep 600`);
    const { commands } = valueOf(await bench.tools.execute('list_commands', {}, TASK));
    expect(commands.map((one) => one.commandId)).toEqual([commandId]);
    const foreign = other.ok ? other.handle.id : '';
    expect(errorOf(await bench.tools.execute('stop_command', { commandId: foreign }, TASK)).code).toBe(
      'COMMAND_NOT_FOUND',
    );
    await processes.endTask('task');
    expect(taggedProcesses(tag)).toEqual([]);
    expect(valueOf(await bench.tools.execute('list_commands', {}, TASK)).commands).toEqual([]);
  });

  it.each([
    ['that the pack made', () => ({})],
    ['that the host gave', () => ({ processes: createProcesses() })],
  ])('ends with the coordinator, on a service %s', async (_name, services) => {
    const tag = randomUUID();
    const bench = await openTools({}, services());
    await start(bench, `: ${tag}; setsid sleep 600 & sleep 600`);
    await until(() => taggedProcesses(tag).length > 0);
    await bench[Symbol.asyncDispose]();
    expect(taggedProcesses(tag)).toEqual([]);
  });

  it('of a call that is cancelled while it is started does not run', async () => {
    await using bench = await openTools();
    const tag = randomUUID();
    for (const delay of [0, 1, 2, 4]) {
      const control = new AbortController();
      const params = { command: `: ${tag}; sleep 600`, background: true };
      const call = bench.tools.execute('run_command', params, { ...TASK, signal: control.signal });
      setTimeout(() => control.abort(), delay);
      const result = await call;
      if (result.ok) await bench.tools.execute('stop_command', { commandId: result.value.commandId ?? '' }, TASK);
      else expect(taggedProcesses(tag)).toEqual([]);
    }
  });

  it('that cannot be started is an error, and so is one too many', async () => {
    await using bench = await openTools({}, { processes: createProcesses({ maxBackground: 1 }) });
    const missing = await bench.tools.execute('run_command', {
      command: 'no-such-program',
      args: [],
      background: true,
    });
    expect(errorOf(missing).code).toBe('PROGRAM_NOT_FOUND');
    await start(bench, 'sleep 600');
    const second = await bench.tools.execute('run_command', { command: 'sleep 600', background: true });
    expect(errorOf(second).code).toBe('TOO_MANY_PROCESSES');
  });
});
