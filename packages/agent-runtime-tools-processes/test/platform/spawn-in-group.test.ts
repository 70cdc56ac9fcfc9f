import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createProcesses } from '../../src/index.ts';

const processes = createProcesses();
/** Higher than any that is open here: Node itself uses one while it starts a program, and that one cannot be hidden. */
const FREE = 900;
/** What a program would read without the service. */
const PLAIN_SPAWN = "require('node:child_process').spawnSync('bash', ['-c', 'cat <&40'], { stdio: 'inherit' })";
afterAll(() => processes.shutdown());

const SHOW = join(import.meta.dirname, '../fixtures/show-descriptor.ts');

function fileWith(text: string): { readonly descriptor: number; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'spawn-hiding-'));
  writeFileSync(join(folder, 'secret'), text);
  const descriptor = openSync(join(folder, 'secret'), 'r');
  return {
    descriptor,
    remove() {
      closeSync(descriptor);
      rmSync(folder, { recursive: true });
    },
  };
}

describe('hidden descriptors', () => {
  it('are those that this process was started with, for every program without being asked', () => {
    const secret = fileWith('TOP-SECRET');
    // Node itself keeps the lowest ones from being inherited.
    const stdio = ['ignore', 'pipe', 'pipe', ...Array<'ignore'>(37).fill('ignore'), secret.descriptor] as const;
    const { stdout } = spawnSync(process.execPath, [SHOW, '40'], { stdio: [...stdio], encoding: 'utf8' });
    const withoutUs = spawnSync(process.execPath, ['-e', PLAIN_SPAWN], { stdio: [...stdio], encoding: 'utf8' });
    secret.remove();
    expect(withoutUs.stdout).toBe('TOP-SECRET');
    expect(JSON.parse(stdout)).toEqual(['end\n', 'end\n', 'end\n', 'end\n']);
  });

  it('are closed where a lowered limit of open files lets nothing be put in their place', () => {
    const secret = fileWith('TOP-SECRET');
    const stdio = ['ignore', 'pipe', 'pipe', ...Array<'ignore'>(117).fill('ignore'), secret.descriptor] as const;
    const lowered = 'ulimit -n 64; exec "$0" "$@"';
    const { stdout } = spawnSync('bash', ['-c', lowered, process.execPath, SHOW, '120'], {
      stdio: [...stdio],
      encoding: 'utf8',
    });
    secret.remove();
    expect(JSON.parse(stdout)).toEqual(['end\n', 'end\n', 'end\n', 'end\n']);
  });

  it('change nothing else about a run', async () => {
    const run = (command: string, more = {}) =>
      processes.run(command, { shell: '/bin/bash', hideDescriptors: [FREE], ...more });
    expect(await run('cat; echo err >&2; exit 3', { input: 'given' })).toMatchObject({
      status: 'exited',
      exitCode: 3,
      stdout: 'given',
      stderr: 'err\n',
    });
    expect(await run('sleep 60', { timeoutMs: 100 })).toMatchObject({ status: 'timed-out' });
    expect((await run('setsid sleep 600 >/dev/null 2>&1 &')).survivors).toMatchObject([{ ended: true }]);
  });

  it('do not change what a failed start is called', async () => {
    const code = async (command: string, more = {}) =>
      (await processes.run(command, { hideDescriptors: [FREE], ...more })).error?.code;
    expect(await code('no-such-program')).toBe('PROGRAM_NOT_FOUND');
    expect(await code('true', { cwd: '/no/such/folder' })).toBe('INVALID_DIRECTORY');
    expect(await code('/etc/passwd')).toBe('NOT_EXECUTABLE');
    expect(await code('true', { args: ['x'.repeat(4_000_000)] })).toBe('COMMAND_TOO_LONG');
    expect(await code('x', { shell: '/no/shell' })).toBe('PROGRAM_NOT_FOUND');
  });
});

describe('a program that says it leaves nothing', () => {
  it('is believed, but for what is left in its group', async () => {
    const left = await processes.run('sleep 600 >/dev/null 2>&1 &', { shell: '/bin/bash', endsDescendants: true });
    expect(left.survivors).toMatchObject([{ command: 'sleep 600', ended: true }]);
    expect((await processes.run('true', { endsDescendants: true })).survivors).toEqual([]);
  });
});
