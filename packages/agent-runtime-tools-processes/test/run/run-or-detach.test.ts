import { randomUUID } from 'node:crypto';
import { MemoryArtifactStore } from '@ku0/agent-runtime-tools-core';
import { openDescriptors, taggedProcesses } from '@ku0/agent-runtime-tools-testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createProcesses } from '../../src/index.ts';
import type { RunOptions } from '../../src/index.ts';

let processes = createProcesses();

afterEach(async () => {
  await processes.shutdown();
  processes = createProcesses();
});

const detachable: RunOptions = { shell: '/bin/bash', onTimeout: 'background', taskId: 'task' };

describe('a run that goes on in the background when its time is up', () => {
  it('gives the output so far and a handle that reads all of it', async () => {
    const command = 'echo early; echo err >&2; sleep 0.6; echo late';
    const result = await processes.run(command, { ...detachable, timeoutMs: 300 });
    expect(result).toMatchObject({ status: 'running', stdout: 'early\n', stderr: 'err\n', truncated: false });
    expect(processes.list('task')).toEqual([result.handle]);
    expect(await result.handle?.wait()).toBe('exited');
    expect((await result.handle?.read())?.text).toContain('late');
  });

  it('takes any number for its time: one that is not whole used to leave the program running with nobody to end it', async () => {
    for (const timeoutMs of [1000 / 3, 0.5, -1, Number.NaN]) {
      const result = await processes.run('echo a; sleep 600', { ...detachable, timeoutMs });
      expect(result).toMatchObject({ status: 'running' });
      expect(processes.list('task')).toContain(result.handle);
    }
    const result = await processes.run('echo a', { ...detachable, timeoutMs: Infinity });
    expect(result).toMatchObject({ status: 'exited', stdout: 'a\n' });
  });

  it('is no longer ended by its signal, nor heard by its listener, but ends with its task', async () => {
    const tag = randomUUID();
    const control = new AbortController();
    const heard: string[] = [];
    const result = await processes.run('echo a; while :; do sleep 0.05; echo b; done', {
      ...detachable,
      timeoutMs: 150,
      env: { TAG: tag },
      signal: control.signal,
      onOutput: (_stream, text) => void heard.push(text),
    });
    const count = heard.length;
    control.abort();
    const before = result.handle?.totalBytes ?? 0;
    await expect.poll(() => result.handle?.totalBytes).toBeGreaterThan(before);
    expect(heard).toHaveLength(count);
    expect(await processes.endTask('task')).toMatchObject({ ended: 1 });
    expect(taggedProcesses(tag)).toEqual([]);
  });

  it('is an ordinary result when it ends in time, with nothing left running or open', async () => {
    await processes.run('true');
    const before = openDescriptors();
    const tag = randomUUID();
    const env = { TAG: tag };
    const result = await processes.run('cat; setsid sleep 600 & exit 3', { ...detachable, env, input: 'given' });
    expect(result).toMatchObject({ status: 'exited', exitCode: 3, stdout: 'given' });
    expect(result.survivors).toMatchObject([{ command: 'sleep 600', ended: true }]);
    expect(taggedProcesses(tag)).toEqual([]);
    expect(processes.list()).toEqual([]);
    expect(openDescriptors()).toBe(before);
  });

  it('keeps what was cut as an artifact', async () => {
    const artifacts = new MemoryArtifactStore();
    const result = await processes.run('seq 100000', { ...detachable, artifacts, maxOutputChars: 1000 });
    expect(result.truncated).toBe(true);
    expect(result.artifact?.size).toBe(588_895);
  });

  it('is ended when it is cancelled before, or when there is no room in the background', async () => {
    const control = new AbortController();
    const cancelled = processes.run('sleep 60', { ...detachable, signal: control.signal });
    setTimeout(() => control.abort(), 50);
    expect(await cancelled).toMatchObject({ status: 'cancelled', error: { code: 'CANCELLED' } });
    const narrow = createProcesses({ maxBackground: 0 });
    expect(await narrow.run('sleep 60', { ...detachable, timeoutMs: 100 })).toMatchObject({
      status: 'timed-out',
      error: { code: 'TIMEOUT' },
    });
    await narrow.shutdown();
  });

  it('a command that cannot be started is a result', async () => {
    expect(await processes.run('no-such-program', { onTimeout: 'background' })).toMatchObject({
      status: 'failed-to-start',
      error: { code: 'PROGRAM_NOT_FOUND' },
    });
  });
});

describe('a run whose time is up', () => {
  it('tells whether it was waiting for somebody to type', async () => {
    const typed = 'import pty; pty.spawn(["bash", "-c", "read line"])';
    expect(await processes.run(['python3', '-c', typed], { timeoutMs: 3000 })).toMatchObject({ waitingForInput: true });
    expect(await processes.run(['sleep', '60'], { timeoutMs: 100 })).toMatchObject({ waitingForInput: false });
  });
});
