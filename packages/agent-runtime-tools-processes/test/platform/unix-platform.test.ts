import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { processesOf, unixPlatform } from '../../src/platform/unix-platform.ts';

describe('the platform without a file system of processes', () => {
  it('finds the group, what left it and their children through ps', async () => {
    const mark = `mark-${Date.now()};`;
    const child = spawn('bash', ['-c', 'setsid sleep 600.1 & sleep 600.2 & wait'], {
      detached: true,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], TOOLBOX_PROCESS_MARK: mark },
    });
    await sleep(200);
    const pid = child.pid ?? 0;
    const found = await unixPlatform.descendants({ pid, mark, startedAt: 0, groupGone: false });
    expect(found).toHaveLength(3);
    const stray = found.find(({ command }) => command === 'sleep 600.1');
    expect(stray?.inGroup).toBe(false);
    expect(found.filter(({ inGroup }) => inGroup)).toHaveLength(2);
    expect(unixPlatform.groupExists(pid)).toBe(true);
    unixPlatform.signalTree(pid, 'SIGKILL');
    if (stray !== undefined) process.kill(stray.pid, 'SIGKILL');
    await once(child, 'exit');
  });

  it('reads the table of ps and leaves zombies out', () => {
    const table = '  1  0  1 Ss   /sbin/launchd\n 77 1 70 Z+ (gone)\n 78 77 70 S+ sh -c "a  b"\ngarbage\n';
    expect(processesOf(table)).toEqual([
      { pid: 1, parent: 0, group: 1, line: '/sbin/launchd' },
      { pid: 78, parent: 77, group: 70, line: 'sh -c "a  b"' },
    ]);
  });
});
