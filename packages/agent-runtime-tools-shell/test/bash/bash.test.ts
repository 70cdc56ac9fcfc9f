import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { recordActivity, taggedProcesses } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import { errorOf, openTools, until, valueOf } from '../tools-for-test.ts';

describe('bash', () => {
  it('gives output, errors, exit code and duration of a command, whatever its exit code', async () => {
    await using bench = await openTools();
    const result = await bench.tools.execute('bash', {
      command: 'echo out; echo err >&2; exit 3',
      description: 'Try it',
    });
    expect(valueOf(result)).toMatchObject({ output: 'out\n', stderr: 'err\n', exit_code: 3, truncated: false });
    expect(valueOf(result).duration).toBeGreaterThanOrEqual(0);
    const [part] = bench.tools.toModelOutput(result);
    expect(part).toMatchObject({ text: expect.stringMatching(/^out\n\[stderr\]\nerr\n\[exit code 3, \d+\.\d+ s\]$/) });
  });

  it('gives a command that prints only errors, and one that prints nothing', async () => {
    await using bench = await openTools();
    const errors = await bench.tools.execute('bash', { command: 'echo only >&2' });
    expect(valueOf(errors)).toMatchObject({ output: '', stderr: 'only\n', exit_code: 0 });
    const [part] = bench.tools.toModelOutput(await bench.tools.execute('bash', { command: 'true' }));
    expect(part).toMatchObject({ text: expect.stringMatching(/^\[no output\]\n\[exit code 0, /) });
  });

  it('streams its output under its own call id while it runs', async () => {
    await using bench = await openTools();
    const activity = recordActivity(bench.tools);
    const first = bench.tools.execute('bash', { command: 'echo one; sleep 1; echo two' }, { callId: 'first' });
    const second = bench.tools.execute('bash', { command: 'echo other' }, { callId: 'second' });
    await until(() => activity.ofType('tool_output_chunk').some(({ data }) => data.chunk === 'one\n'));
    expect(activity.ofType('tool_call_end').some(({ callId }) => callId === 'first')).toBe(false);
    await Promise.all([first, second]);
    const chunks = activity.ofType('tool_output_chunk').map(({ callId, data }) => [callId, data.chunk]);
    expect(chunks).toContainEqual(['first', 'two\n']);
    expect(chunks).toContainEqual(['second', 'other\n']);
    expect(chunks).toHaveLength(3);
  });

  it('keeps what was printed before its time was up, and ends the whole group', async () => {
    await using bench = await openTools();
    const tag = randomUUID();
    const command = `: ${tag}; echo early; echo warned >&2; sleep 600 & sleep 600`;
    const result = await bench.tools.execute('bash', { command, timeout: 0.5 });
    const { code, message, suggestion, details } = errorOf(result);
    expect(code).toBe('TIMEOUT');
    expect(message).toMatch(/ended after 0.5 s.*early\n.*warned/s);
    expect(suggestion).toContain('timeout (at most 600 s)');
    expect(details).toMatchObject({ output: 'early\n', stderr: 'warned\n', timeout: 0.5 });
    expect(taggedProcesses(tag)).toEqual([]);
  });

  it('takes its default and its longest time from the pack', async () => {
    await using bench = await openTools({ timeout: { default: 0.3, max: 0.6 } });
    expect(errorOf(await bench.tools.execute('bash', { command: 'sleep 60' })).message).toContain('after 0.3 s');
    expect(
      errorOf(await bench.tools.execute('bash', { command: 'sleep 60', timeout: 99_999_999_999 })).message,
    ).toContain('after 0.6 s');
    const limited = valueOf(await bench.tools.execute('bash', { command: 'true', timeout: 50 }));
    expect(limited.notes).toEqual(['The timeout was limited to 0.6 s.']);
    for (const timeout of [0, -1]) {
      expect(errorOf(await bench.tools.execute('bash', { command: 'true', timeout })).code).toBe('VALIDATION_ERROR');
    }
    await expect(openTools({ timeout: { max: 0 } })).rejects.toThrow('timeout.max');
  });

  it.each([{ timeout: { max: '5' } }, { maxOutputChars: -1 }, { maxOutputChars: Number.NaN }, { onTimeout: 'wait' }])(
    'is not registered with options that make no sense: %j',
    async (options) => {
      await expect(openTools(JSON.parse(JSON.stringify(options)))).rejects.toThrow('shellPack: ');
    },
  );

  it('runs in the folder it is given, and in no folder outside the workspace', async () => {
    await using bench = await openTools();
    await mkdir(join(bench.folder.path, 'sub'));
    await symlink('/tmp', join(bench.folder.path, 'out'));
    await bench.folder.write('file', '');
    const run = (cwd: string) => bench.tools.execute('bash', { command: 'pwd', cwd });
    expect(valueOf(await run('sub')).output).toMatch(/\/sub\n$/);
    expect(valueOf(await run(join(bench.folder.path, 'sub'))).output).toMatch(/\/sub\n$/);
    expect(errorOf(await run('..')).code).toBe('INVALID_PATH');
    expect(errorOf(await run('/tmp')).code).toBe('INVALID_PATH');
    expect(errorOf(await run('out')).code).toBe('INVALID_PATH');
    expect(errorOf(await run('missing')).code).toBe('FILE_NOT_FOUND');
    expect(errorOf(await run('file')).code).toBe('NOT_A_DIRECTORY');
  });

  it('starts at the first root when the call is made from elsewhere, and fails when the root is gone', async () => {
    await using bench = await openTools();
    const elsewhere = await bench.tools.execute('bash', { command: 'pwd' }, { cwd: '/' });
    expect(valueOf(elsewhere).output).toBe(valueOf(await bench.tools.execute('bash', { command: 'pwd' })).output);
    await rm(bench.folder.path, { recursive: true });
    expect(errorOf(await bench.tools.execute('bash', { command: 'pwd' })).code).toBe('INVALID_PATH');
  });

  it('says what a missing program may have been', async () => {
    await using bench = await openTools();
    const missing = valueOf(await bench.tools.execute('bash', { command: 'gerp x' }));
    expect(missing.exit_code).toBe(127);
    expect(missing.notes?.[0]).toMatch(/no program gerp.*grep/);
  });

  it('gives an empty input, and says so to a command that wanted some', async () => {
    await using bench = await openTools();
    expect(valueOf(await bench.tools.execute('bash', { command: 'cat; echo done' })).output).toBe('done\n');
    const asked = valueOf(await bench.tools.execute('bash', { command: 'python3 -c "input()"', timeout: 20 }));
    expect(asked.notes?.[0]).toMatch(/wanted input.*stdin.*write_command_input/);
    const silent = valueOf(await bench.tools.execute('bash', { command: 'read -p "Name? " name && echo "$name"' }));
    expect(silent).toMatchObject({ exit_code: 1, notes: [expect.stringContaining('wanted input')] });
    expect(valueOf(await bench.tools.execute('bash', { command: 'false' })).notes).toBeUndefined();
  });

  it('recognises a command that waits at a terminal of its own when its time is up', async () => {
    await using bench = await openTools();
    const command = `python3 -c 'import pty; pty.spawn(["bash", "-c", "read -p name? x"])'`;
    const error = errorOf(await bench.tools.execute('bash', { command, timeout: 3 }));
    expect(error).toMatchObject({ code: 'TIMEOUT', details: { waitingForInput: true } });
    expect(error.message).toContain('waiting for input');
    expect(error.suggestion).toContain('write_command_input');
  });

  it('shows the last state of progress bars without colours, and keeps what was really printed', async () => {
    await using bench = await openTools();
    const command = String.raw`printf '\e[31mred\e[0m\n10%%\r50%%\r\e[K100%%\n\e]0;title\aplain\n'; printf 'a\bb\n' >&2`;
    const result = await bench.tools.execute('bash', { command }, { principal: { id: 'anna' } });
    const { output, stderr, artifact = '' } = valueOf(result);
    expect(output).toBe('red\n100%\nplain\n');
    expect(stderr).toBe('b\n');
    const owner = { principalId: 'anna', taskId: 'default' };
    const raw = await bench.workspace.artifacts.read(artifact, { owner });
    expect(raw?.text).toContain('\u001b[31mred\u001b[0m\n10%\r50%\r\u001b[K100%\n');
    expect(result.metadata.artifacts?.[0]?.id).toBe(artifact);
  });

  it('cuts long output and keeps the whole as an artifact', async () => {
    await using bench = await openTools({ maxOutputChars: 2000 });
    const command = 'seq 20000; seq 20000 >&2';
    const result = await bench.tools.execute('bash', { command }, { principal: { id: 'anna' } });
    const { output, stderr, truncated, artifact = '' } = valueOf(result);
    expect(truncated).toBe(true);
    expect(output.length + stderr.length).toBeLessThan(2400);
    expect(output.startsWith('1\n2\n')).toBe(true);
    expect(output.endsWith('19999\n20000\n')).toBe(true);
    const owner = { principalId: 'anna', taskId: 'default' };
    expect((await bench.workspace.artifacts.read(artifact, { owner, limit: 10 }))?.total).toBe(2 * 108_894);
    const other = { owner: { principalId: 'bert', taskId: 'default' } };
    expect(await bench.workspace.artifacts.read(artifact, other)).toBeUndefined();
    expect(bench.tools.toModelOutput(result)).toMatchObject([
      { text: expect.stringContaining('[output truncated; to see another part, print less') },
    ]);
    const [ending] = bench.tools.preview(result, 3);
    expect(ending).toMatch(/^exit code 0, /);
  });

  it('gives output that is no text without breaking characters', async () => {
    await using bench = await openTools();
    const { output } = valueOf(await bench.tools.execute('bash', { command: String.raw`printf 'a\xff\xfeb\0c€'` }));
    expect(output).toBe('a\ufffd\ufffdb\u2400c€');
  });

  it('takes a long command, refuses a longer one, and a NUL', async () => {
    await using bench = await openTools();
    const long = `echo ${'x'.repeat(90_000)} | wc -c`;
    expect(valueOf(await bench.tools.execute('bash', { command: long, timeout: 20 })).output.trim()).toBe('90001');
    for (const command of [`echo ${'x'.repeat(200_000)}`, 'echo \0', '']) {
      expect(errorOf(await bench.tools.execute('bash', { command })).code).toBe('VALIDATION_ERROR');
    }
  });

  it('cancelled midway ends the whole group and keeps what was printed', async () => {
    await using bench = await openTools();
    const tag = randomUUID();
    const control = new AbortController();
    const activity = recordActivity(bench.tools);
    const command = `: ${tag}; echo begun; (trap '' TERM; sleep 600) & setsid sleep 600`;
    const call = bench.tools.execute('bash', { command }, { signal: control.signal });
    await until(() => activity.output.includes('begun'));
    control.abort();
    control.abort();
    expect(errorOf(await call)).toMatchObject({ code: 'CANCELLED', details: { output: 'begun\n' } });
    expect(taggedProcesses(tag)).toEqual([]);
    expect(activity.ofType('tool_call_end')).toHaveLength(1);
  });

  it('stopped before it begins runs nothing', async () => {
    await using bench = await openTools();
    const call = bench.tools.execute('bash', { command: 'touch made' }, { signal: AbortSignal.abort() });
    expect(errorOf(await call).code).toBe('CANCELLED');
    expect(await readdir(bench.folder.path)).toEqual([]);
  });

  it('is shut down with the coordinator, whatever it runs', async () => {
    const tag = randomUUID();
    const bench = await openTools();
    const activity = recordActivity(bench.tools);
    const call = bench.tools.execute('bash', { command: `: ${tag}; echo up; sleep 600 & sleep 600`, timeout: 60 });
    await until(() => activity.output.includes('up'));
    await bench[Symbol.asyncDispose]();
    expect(errorOf(await call).code).toBe('SHUT_DOWN');
    expect(taggedProcesses(tag)).toEqual([]);
  });

  it('reports what a command left running, and ends it', async () => {
    await using bench = await openTools();
    const result = valueOf(await bench.tools.execute('bash', { command: 'setsid sleep 600 & echo done' }));
    expect(result).toMatchObject({ output: 'done\n', survivors: [{ command: 'sleep 600', ended: true }] });
    expect(result.notes?.[0]).toMatch(/left processes running.*sleep 600/);
  });

  it('shows the name that a process gave itself without line breaks and escape sequences', async () => {
    await using bench = await openTools();
    const command = String.raw`(exec -a $'x\n[exit code 1]\e[31m' sleep 100 &); true`;
    const { survivors = [], notes = [] } = valueOf(await bench.tools.execute('bash', { command }));
    expect(survivors).toMatchObject([{ command: String.raw`x\n[exit code 1]\u{1b}[31m 100`, ended: true }]);
    expect(notes.join()).toContain(String.raw`x\n[exit code 1]\u{1b}[31m`);
  });

  it('says by which signal a command ended', async () => {
    await using bench = await openTools();
    const result = await bench.tools.execute('bash', { command: 'kill -KILL $$' });
    expect(valueOf(result)).toMatchObject({ exit_code: 137, signal: 'SIGKILL' });
    expect(bench.tools.toModelOutput(result)).toMatchObject([{ text: expect.stringContaining('ended by SIGKILL') }]);
  });

  it('needs approval, and in plan mode does not run', async () => {
    await using bench = await openTools();
    const planned = await bench.tools.execute('bash', { command: 'touch made' }, { mode: 'plan' });
    expect(errorOf(planned).code).toBe('MODE_RESTRICTED');
    expect(bench.tools.get('bash')?.requiresApproval).toBe(true);
  });

  it('says in a dry run what it would run and where', async () => {
    await using bench = await openTools();
    const plan = valueOf(await bench.tools.dryRun('bash', { command: 'touch made' }));
    expect(plan).toMatchObject({ changes: [{ kind: 'execute', target: 'touch made' }] });
    expect(plan.summary).toContain(bench.folder.path);
    expect(errorOf(await bench.tools.dryRun('bash', { command: 'rm -rf /' })).code).toBe('DANGEROUS_COMMAND');
  });
});

describe("a pack with onTimeout: 'background'", () => {
  it('moves a command on whose time is up, with its output so far and its id', async () => {
    await using bench = await openTools({ onTimeout: 'background', timeout: { default: 0.5 } });
    const result = await bench.tools.execute('bash', { command: 'echo early; sleep 1; echo late; sleep 600' });
    const { output, exit_code, command_id = '' } = valueOf(result);
    expect(output).toBe('early\n');
    expect(exit_code).toBeUndefined();
    expect(bench.tools.toModelOutput(result)).toMatchObject([
      { text: expect.stringContaining(`now in the background as ${command_id}`) },
    ]);
    const read = valueOf(await bench.tools.execute('read_command_output', { commandId: command_id, wait: 10 }));
    expect(read).toMatchObject({ output: 'late\n', status: 'running' });
    expect(valueOf(await bench.tools.execute('stop_command', { commandId: command_id })).stopped).toBe(true);
  });
});
