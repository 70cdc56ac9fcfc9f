import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createProcesses } from '../../src/index.ts';

const processes = createProcesses();
/** Higher than any that is open here: Node itself uses one while it starts a program, and that one cannot be hidden. */
const FREE = 900;
afterAll(() => processes.shutdown());

describe('hidden descriptors', () => {
  it('lead nowhere for the program, though this process was started with a file behind them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'spawn-hiding-'));
    writeFileSync(join(folder, 'secret'), 'TOP-SECRET');
    const file = openSync(join(folder, 'secret'), 'r');
    const script = join(import.meta.dirname, '../fixtures/show-descriptor.ts');
    // Node itself keeps the lowest ones from being inherited.
    const stdio = ['ignore', 'pipe', 'pipe', ...Array<'ignore'>(37).fill('ignore'), file] as const;
    const { stdout } = spawnSync(process.execPath, [script], { stdio: [...stdio], encoding: 'utf8' });
    closeSync(file);
    rmSync(folder, { recursive: true });
    expect(JSON.parse(stdout)).toEqual({ inherited: 'TOP-SECRET', hidden: '', exitCode: 0 });
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
    const left = await processes.run('sleep 600 >/dev/null 2>&1 &', { shell: '/bin/bash', leavesNothing: true });
    expect(left.survivors).toMatchObject([{ command: 'sleep 600', ended: true }]);
    expect((await processes.run('true', { leavesNothing: true })).survivors).toEqual([]);
  });
});
