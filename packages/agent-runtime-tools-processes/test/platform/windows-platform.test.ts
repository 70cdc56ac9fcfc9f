import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { SpawnPlan } from '../../src/platform/platform.ts';
import { spawnWithExeca, windowsPlatform } from '../../src/platform/windows-platform.ts';

const plan = (file: string, more: Partial<SpawnPlan> = {}): SpawnPlan => ({
  file,
  args: [],
  shell: false,
  cwd: '/',
  env: { PATH: '/usr/bin:/bin' },
  openInput: false,
  hideDescriptors: [],
  ...more,
});

describe('programs started with execa, as on Windows', () => {
  it('have their arguments, environment and input, and print into pipes', async () => {
    const script = 'cat; echo "$0 $VALUE"; echo err >&2; exit 3';
    const child = await spawnWithExeca(
      plan('sh', { args: ['-c', script, 'name'], env: { PATH: '/usr/bin:/bin', VALUE: 'set' }, openInput: true }),
    );
    child.stdin?.end('given ');
    const [stdout, stderr] = await Promise.all(
      [child.stdout, child.stderr].map((stream) => text(stream ?? Readable.from([]))),
    );
    if (child.exitCode === null) await once(child, 'exit');
    expect({ stdout, stderr, exitCode: child.exitCode }).toEqual({
      stdout: 'given name set\n',
      stderr: 'err\n',
      exitCode: 3,
    });
  });

  it('inherit no variable of this process', async () => {
    const child = await spawnWithExeca(plan('env', { env: { PATH: '/usr/bin:/bin' } }));
    expect(await text(child.stdout ?? Readable.from([]))).toBe('PATH=/usr/bin:/bin\n');
  });

  it('that do not exist fail with the code of the system', async () => {
    await expect(spawnWithExeca(plan('no-such-program'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('are ended with their descendants, and no longer known once they have exited', async () => {
    const child = await spawnWithExeca(plan('sleep 600 & sleep 600', { shell: '/bin/sh' }));
    const pid = child.pid ?? 0;
    const exited = once(child, 'exit');
    const closed = once(child, 'close');
    expect(windowsPlatform.signalTree(pid, 'SIGTERM')).toBe(true);
    expect((await exited)[1]).toBe('SIGTERM');
    // The output closes only when the descendant in the background has ended, too.
    await closed;
    expect(windowsPlatform.signalTree(pid, 'SIGTERM')).toBe(false);
  });
});
