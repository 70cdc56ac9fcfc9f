import { describe, expect, it } from 'vitest';
import { findShell } from '../../src/command/find-shell.ts';
import { errorOf, openTools, valueOf } from '../tools-for-test.ts';

const destructive = [
  'rm -rf /',
  'rm -rf --no-preserve-root /',
  'rm  -r -f  /*',
  'sudo rm -fr /usr',
  'rm -rf ~',
  'rm -rf "$HOME"/*',
  'mkfs.ext4 /dev/sda1',
  'dd if=/dev/zero of=/dev/sda bs=1M',
  'cat x > /dev/sda',
  ':(){ :|:& };:',
  'bomb() { bomb | bomb & }; bomb',
  'echo hi; bash -c "rm -rf /etc"',
  'true && r""m -r\\f /',
  `: ${'x'.repeat(20_000)}; rm -rf /`,
  `${'true; '.repeat(2000)} rm -rf /`,
  'chmod -R 777 /',
  'shutdown -h now',
];

const harmless = [
  'echo "rm -rf /"',
  "printf '%s' 'mkfs.ext4 /dev/sda1'",
  'rm -rf ./build',
  'rm -rf node_modules/*',
  'echo dd of=/dev/sda # not run',
  'git log --grep="rm -rf /" || true',
];

describe('a command that destroys a machine', () => {
  it.each(destructive)('is refused: %s', async (command) => {
    await using bench = await openTools({}, { processes: NOTHING_RUNS });
    for (const tool of ['bash', 'run_command'] as const) {
      const error = errorOf(await bench.tools.execute(tool, { command }));
      expect(error).toMatchObject({ code: 'DANGEROUS_COMMAND', kind: 'security_error' });
    }
    const shell = { command: 'bash', args: ['-c', command] };
    expect(errorOf(await bench.tools.execute('run_command', shell)).code).toBe('DANGEROUS_COMMAND');
    const input = { command: 'bash', args: [], stdin: command };
    expect(errorOf(await bench.tools.execute('run_command', input)).code).toBe('DANGEROUS_COMMAND');
  });

  it.each([
    ['rm', ['-rf', '/']],
    ['mkfs', ['/dev/sda']],
    ['dd', ['if=/dev/zero', 'of=/dev/nvme0n1']],
    ['env', ['A=1', 'rm', '-rf', '/home']],
  ])('is refused without a shell: %s', async (command, args) => {
    await using bench = await openTools({}, { processes: NOTHING_RUNS });
    expect(errorOf(await bench.tools.execute('run_command', { command, args })).code).toBe('DANGEROUS_COMMAND');
  });

  it.each(harmless)('is not what only looks like one: %s', async (command) => {
    await using bench = await openTools();
    expect(valueOf(await bench.tools.execute('bash', { command })).exit_code).toBe(0);
  });
});

/** A test of what must not run has no way to run it. */
const NOTHING_RUNS = {
  run: () => Promise.reject(new Error('it ran')),
  start: () => Promise.reject(new Error('it ran')),
  get: () => undefined,
  list: () => [],
  endTask: () => Promise.resolve({ ended: 0, survivors: [] }),
  shutdown: () => Promise.resolve({ ended: 0, survivors: [] }),
};

describe('the shell', () => {
  it('is bash where there is one, and the one that the host names', async () => {
    expect(await findShell(undefined)).toEqual({ path: expect.stringMatching(/\/bash$/), dialect: 'bash' });
    expect(await findShell('/bin/dash')).toEqual({ path: '/bin/dash', dialect: 'posix' });
    await using bench = await openTools({ shell: '/bin/sh' });
    expect(valueOf(await bench.tools.execute('bash', { command: 'echo $0' })).output).toBe('/bin/sh\n');
  });

  it('is never that of Windows, which reads a line differently', async () => {
    await expect(findShell(undefined, 'win32')).rejects.toMatchObject({ error: { code: 'ENGINE_NOT_AVAILABLE' } });
  });

  it('that does not exist is an error', async () => {
    await using bench = await openTools({ shell: '/nowhere/bash' });
    expect(errorOf(await bench.tools.execute('bash', { command: 'true' })).code).toBe('PROGRAM_NOT_FOUND');
  });
});
