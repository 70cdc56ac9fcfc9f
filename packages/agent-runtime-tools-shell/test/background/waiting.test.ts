import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { expect, it } from 'vitest';
import { errorOf, openTools, valueOf } from '../tools-for-test.ts';

async function timed<T>(work: Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const startedAt = performance.now();
  return { value: await work, ms: performance.now() - startedAt };
}

const CHATTY = 'n=0; while :; do n=$((n+1)); echo line $n; if [ $n = 10 ]; then echo READY; fi; sleep 0.02; done';

it('a read that waits does not wait for the end of a command that never stops printing', async () => {
  await using session = await openTools();
  const { tools } = session;
  const { commandId = '' } = valueOf(await tools.execute('run_command', { command: CHATTY, background: true }));
  for (const more of [{ search: 'READY' }, {}]) {
    const { value, ms } = await timed(
      tools.execute('read_command_output', { commandId, offset: 0, wait: 30, ...more }),
    );
    expect(valueOf(value).output).toContain('search' in more ? 'READY' : 'line 1');
    expect(ms).toBeLessThan(10_000);
  }
});

it('a read that searches finds a prompt, which is a line that nobody finishes', async () => {
  await using session = await openTools();
  const { tools } = session;
  const command = 'echo hello; printf "Password: "; read -r word; echo "got $word"';
  const { commandId = '' } = valueOf(await tools.execute('run_command', { command, background: true }));
  const read = (more: object) => tools.execute('read_command_output', { commandId, ...more });
  const { value, ms } = await timed(read({ search: 'Pass', wait: 30 }));
  expect(valueOf(value)).toMatchObject({ output: 'Password: ', waitingForInput: true });
  expect(ms).toBeLessThan(10_000);
  await tools.execute('write_command_input', { commandId, input: 'x\n' });
  expect(valueOf(await read({ search: 'got', wait: 30 })).output).toContain('got x');
});

it('a search that finds nothing ends when the command waits for input', async () => {
  await using session = await openTools();
  const { tools } = session;
  const command = 'printf "Name? "; read -r word';
  const { commandId = '' } = valueOf(await tools.execute('run_command', { command, background: true }));
  const { value, ms } = await timed(tools.execute('read_command_output', { commandId, search: 'Pass', wait: 30 }));
  expect(valueOf(value)).toMatchObject({ output: '', waitingForInput: true });
  expect(ms).toBeLessThan(10_000);
  expect(valueOf(await tools.execute('read_command_output', { commandId })).output).toBe('Name? ');
});

it('too many background commands are an error that says how to end some', async () => {
  await using session = await openTools({}, { processes: createProcesses({ maxBackground: 1 }) });
  const start = () => session.tools.execute('run_command', { command: 'sleep 600', background: true });
  await start();
  const error = errorOf(await start());
  expect(error.code).toBe('TOO_MANY_PROCESSES');
  expect(error.suggestion).toContain('stop_command');
});

it('a script with Windows line endings is named as such', async () => {
  await using session = await openTools();
  for (const first of ['#!/bin/bash', '#!/usr/bin/env bash']) {
    await writeFile(join(session.folder.path, 'crlf.sh'), `${first}\r\necho hi\r\n`, { mode: 0o755 });
    const value = valueOf(await session.tools.execute('bash', { command: './crlf.sh' }));
    expect(value.notes?.join('\n')).toContain('Windows line endings (CRLF)');
  }
  const other = valueOf(await session.tools.execute('bash', { command: './not-there.sh' }));
  expect(other.notes?.join('\n')).not.toContain('Windows');
});

it('a timeout of a fraction of a second moves a command to the background like any other', async () => {
  await using session = await openTools({ onTimeout: 'background' });
  const value = valueOf(await session.tools.execute('bash', { command: 'echo a; sleep 600', timeout: 1 / 3 }));
  expect(value.command_id).toBeDefined();
  expect(valueOf(await session.tools.execute('bash', { command: 'echo b', timeout: 10.0001 })).output).toBe('b\n');
});
