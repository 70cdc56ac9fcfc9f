import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDescriptors, taggedProcesses } from '@ku0/agent-runtime-tools-testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createProcesses } from '../../src/index.ts';
import type { Command, ProcessHandle, Processes, StartOptions } from '../../src/index.ts';

let processes = createProcesses();

afterEach(async () => {
  await processes.shutdown();
  processes = createProcesses();
});

async function started(
  command: Command,
  options: StartOptions = {},
  by: Processes = processes,
): Promise<ProcessHandle> {
  const result = await by.start(command, options);
  if (!result.ok) throw new Error(result.error.message);
  return result.handle;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isTrue()) return;
    await sleep(20);
  }
  throw new Error('It never came true.');
}

/** How many have become `sleep 600`, and are no longer on their way to it. */
function sleepers(tag: string): number {
  return taggedProcesses(tag).filter((line) => line.includes(' sleep\u0000600')).length;
}

describe('a background program', () => {
  it('tells how it goes and how it ended', async () => {
    const handle = await started('echo out; echo err >&2; exit 4', { shell: true, taskId: 'task' });
    expect(handle).toMatchObject({ taskId: 'task', command: 'echo out; echo err >&2; exit 4' });
    expect(handle.pid).toBeGreaterThan(1);
    expect(await handle.wait()).toBe('exited');
    expect(handle).toMatchObject({ status: 'exited', exitCode: 4, totalBytes: 8 });
    expect(handle.lastOutputAt).toBeGreaterThanOrEqual(handle.startedAt);
    expect(handle.endedAt).toBeGreaterThanOrEqual(handle.lastOutputAt);
  });

  it('takes input until it is closed', async () => {
    const handle = await started('cat', { input: 'first ' });
    expect(await handle.write('second')).toEqual({ ok: true });
    handle.closeInput();
    expect(await handle.wait()).toBe('exited');
    expect(await handle.read()).toMatchObject({ text: 'first second' });
    expect(await handle.write('third')).toMatchObject({ ok: false, error: { code: 'INPUT_CLOSED' } });
  });

  it('refuses input that it does not read', async () => {
    const handle = await started(['sleep', '60']);
    expect(await handle.write(Buffer.alloc(4_000_000))).toEqual({ ok: true });
    expect(await handle.write('more')).toMatchObject({ ok: false, error: { code: 'INPUT_FULL' } });
  });

  it('waiting gives up when its signal fires', async () => {
    const handle = await started(['sleep', '60']);
    expect(await handle.wait(AbortSignal.timeout(50))).toBe('running');
  });

  it('stops with its group and what left it, whatever they ignore', async () => {
    const tag = randomUUID();
    const command = "trap '' TERM; setsid sleep 600 & sleep 600 & while :; do sleep 1; done";
    const handle = await started(command, { shell: '/bin/bash', env: { TAG: tag } });
    await until(() => sleepers(tag) === 2);
    const survivors = await handle.stop();
    expect(handle.status).toBe('cancelled');
    expect(handle.signal).toBe('SIGKILL');
    expect(survivors).toMatchObject([{ command: 'sleep 600', ended: true }]);
    expect(taggedProcesses(tag)).toEqual([]);
    expect(await handle.stop()).toBe(survivors);
  });

  it('stops by its own timeout or signal', async () => {
    const control = new AbortController();
    const limited = await started(['sleep', '60'], { timeoutMs: 100 });
    const cancelled = await started(['sleep', '60'], { signal: control.signal });
    control.abort();
    expect(await limited.wait()).toBe('timed-out');
    expect(await cancelled.wait()).toBe('cancelled');
  });

  it('what it left running goes on until its task ends', async () => {
    const tag = randomUUID();
    const command = 'setsid sleep 600 >/dev/null 2>&1 & (sleep 0.6; echo late; sleep 600) & echo done';
    const handle = await started(command, { shell: '/bin/bash', taskId: 'task', env: { TAG: tag } });
    expect(await handle.wait()).toBe('exited');
    await until(async () => (await handle.read()).text === 'done\nlate\n');
    expect(taggedProcesses(tag).length).toBeGreaterThanOrEqual(2);
    const report = await processes.endTask('task');
    expect(report.ended).toBe(0);
    expect(report.survivors.length).toBeGreaterThanOrEqual(2);
    expect(taggedProcesses(tag)).toEqual([]);
  });

  it('a failed start is a result', async () => {
    expect(await processes.start('no-such-program')).toMatchObject({ ok: false, error: { code: 'PROGRAM_NOT_FOUND' } });
    expect(processes.list()).toEqual([]);
  });

  it('more than the limit are refused', async () => {
    const narrow = createProcesses({ maxBackground: 1 });
    const first = await started(['sleep', '60'], {}, narrow);
    expect(await narrow.start('true')).toMatchObject({ ok: false, error: { code: 'TOO_MANY_PROCESSES' } });
    await first.stop();
    expect(await narrow.start('true')).toMatchObject({ ok: true });
    await narrow.shutdown();
  });

  it('waiting for input is recognised', async () => {
    const reading = await started('read line; sleep 60', { shell: '/bin/bash' });
    const sleeping = await started(['sleep', '60']);
    const python = await started(['python3', '-c', 'input()']);
    const node = await started([process.execPath, '-e', 'process.stdin.resume()']);
    const listening = "require('node:http').createServer().listen(0); process.stdin.resume(); console.log('up')";
    const server = await started([process.execPath, '-e', listening]);
    await until(async () => (await reading.isWaitingForInput()) === true);
    await until(async () => (await python.isWaitingForInput()) === true);
    await until(async () => (await node.isWaitingForInput()) === true);
    await until(() => server.totalBytes > 0);
    expect(await server.isWaitingForInput()).toBe(false);
    expect(await sleeping.isWaitingForInput()).toBe(false);
    await reading.write('line\n');
    await until(async () => (await reading.isWaitingForInput()) === false);
  });
});

describe('the output of a background program', () => {
  it('is read in pages that do not cut characters', async () => {
    const handle = await started(['printf', 'äöü€😀'.repeat(10)]);
    await handle.wait();
    let text = '';
    let offset = 0;
    for (let page = await handle.read({ offset, limit: 5 }); page.text !== '';) {
      text += page.text;
      expect(page).toMatchObject({ lost: 0, offset, total: 130 });
      offset = page.nextOffset;
      page = await handle.read({ offset, limit: 5 });
    }
    expect(text).toBe('äöü€😀'.repeat(10));
    expect(await handle.read({ offset: -4 })).toMatchObject({ text: '😀' });
    expect(await handle.read({ offset: 1_000_000 })).toMatchObject({ text: '', nextOffset: 130 });
  });

  it('goes to disk when it is large, and to nothing beyond the limit but its end', async () => {
    const limited = createProcesses({ spoolLimitBytes: 1_000_000 });
    const handle = await started(['seq', '1000000'], {}, limited);
    await handle.wait();
    expect(handle.totalBytes).toBe(6_888_896);
    expect(await handle.read({ offset: 500_000, limit: 12 })).toMatchObject({
      lost: 0,
      text: expect.stringMatching(/^\d*\n\d+\n/),
    });
    const kept = await handle.read({ offset: 999_990, limit: 1000 });
    expect(kept.nextOffset).toBe(1_000_000);
    const end = await handle.read({ offset: kept.nextOffset, limit: 100_000 });
    expect(end.lost).toBe(end.offset - 1_000_000);
    expect(end.text.endsWith('999999\n1000000\n')).toBe(true);
    expect(handle.warnings).toEqual(['Only the first 1000000 bytes and the end of the output were kept.']);
    await limited.shutdown();
  });

  it('is searched line by line', async () => {
    const handle = await started(['seq', '200000']);
    await handle.wait();
    expect(await handle.read({ search: '77777' })).toMatchObject({
      text: '77777\n177777\n',
      nextOffset: handle.totalBytes,
    });
    expect(await handle.read({ search: /^1?00000$/ })).toMatchObject({ text: '100000\n' });
    expect(await handle.read({ search: { test: (line) => line === '4242' } })).toMatchObject({ text: '4242\n' });
    const stopped = await handle.read({ search: '199999', signal: AbortSignal.abort() });
    expect(stopped).toMatchObject({ text: '' });
    expect(stopped.nextOffset).toBeLessThan(handle.totalBytes);
    const first = await handle.read({ search: '999', limit: 20 });
    expect(first.text).toBe('999\n1999\n2999\n3999\n');
    const second = await handle.read({ search: '999', limit: 10, offset: first.nextOffset });
    expect(second.text).toBe('4999\n5999\n');
  });

  it('an unfinished line is searched when it is finished', async () => {
    const handle = await started('printf "one ERR"; read go; echo "OR"; printf "last ERROR"', { shell: true });
    await until(() => handle.totalBytes === 7);
    const early = await handle.read({ search: 'ERROR' });
    expect(early).toMatchObject({ text: '', nextOffset: 0 });
    await handle.write('\n');
    await handle.wait();
    expect(await handle.read({ search: 'ERROR', offset: early.nextOffset })).toMatchObject({
      text: 'one ERROR\nlast ERROR',
    });
  });

  it('gives its file back', async () => {
    const before = openDescriptors();
    const handle = await started(['seq', '200000']);
    await handle.wait();
    await handle.read();
    expect(openDescriptors()).toBe(before + 1);
    await processes.shutdown();
    expect(openDescriptors()).toBe(before);
  });
});

describe('ownership', () => {
  it('ending a task ends its programs and no others', async () => {
    const mine = await started(['sleep', '60'], { taskId: 'mine' });
    const other = await started(['sleep', '60'], { taskId: 'other' });
    const running = processes.run(['sleep', '60'], { taskId: 'mine' });
    expect(processes.list('mine')).toEqual([mine]);
    expect(processes.get(other.id)).toBe(other);
    expect(await processes.endTask('mine')).toEqual({ ended: 2, survivors: [] });
    expect(await running).toMatchObject({ status: 'cancelled' });
    expect(mine.status).toBe('cancelled');
    expect(other.status).toBe('running');
    expect(processes.list()).toEqual([other]);
  });

  it('a task or a service that started nothing ends at once, and stays ended', async () => {
    const idle = createProcesses();
    expect(await idle.endTask('task')).toEqual({ ended: 0, survivors: [] });
    expect(await idle.shutdown()).toEqual({ ended: 0, survivors: [] });
    expect(await idle.run('true')).toMatchObject({ error: { code: 'SHUT_DOWN' } });
  });

  it('a task that ends while its first program is being started ends that too', async () => {
    const fresh = createProcesses();
    const running = fresh.run(['sleep', '60'], { taskId: 'task' });
    expect(await fresh.endTask('task')).toMatchObject({ ended: 1 });
    expect(await running).toMatchObject({ status: 'cancelled' });
  });

  it('a shutdown ends everything, the waiting too, and refuses what comes later', async () => {
    const tag = randomUUID();
    const narrow = createProcesses({ maxConcurrent: 1 });
    const env = { TAG: tag };
    const handle = await started('setsid sleep 600 & sleep 600', { shell: true, env }, narrow);
    const runs = [narrow.run(['sleep', '60'], { env }), narrow.run(['sleep', '60'], { env })];
    await until(() => sleepers(tag) === 2 && taggedProcesses(tag).length >= 4);
    const report = await narrow.shutdown();
    expect(report).toMatchObject({ ended: 3, survivors: [{ command: 'sleep 600', ended: true }] });
    expect(await Promise.all(runs)).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }]);
    expect(handle.status).toBe('cancelled');
    expect(taggedProcesses(tag)).toEqual([]);
    expect(await narrow.run('true')).toMatchObject({ status: 'failed-to-start', error: { code: 'SHUT_DOWN' } });
    expect(await narrow.start('true')).toMatchObject({ ok: false, error: { code: 'SHUT_DOWN' } });
  });
});

describe('the output of many background programs', () => {
  it('takes no more of the disk than the service may have, and the newest are kept', async () => {
    const megabyte = 1024 * 1024;
    const service = createProcesses({ spoolLimitBytes: 2 * megabyte, spoolTotalBytes: 5 * megabyte });
    const handles: ProcessHandle[] = [];
    const noisy = (): Promise<ProcessHandle> => started('head -c 2000000 /dev/zero', { shell: true }, service);
    for (let count = 0; count < 12; count += 1) {
      const handle = await noisy();
      handles.push(handle);
      await handle.wait();
    }
    expect(service.list().length).toBeLessThan(6);
    const last = handles.at(-1);
    expect(service.list()).toContain(last);
    expect(last?.warnings).toEqual([]);
    const whole = await last?.read({ offset: 1_999_000, limit: 10_000 });
    expect(whole?.text).toHaveLength(1000);
    const loud = await Promise.all(Array.from({ length: 5 }, noisy));
    await Promise.all(loud.map((handle) => handle.wait()));
    expect(loud.filter(({ warnings }) => warnings.length > 0).length).toBeGreaterThan(0);
    for (const handle of loud) expect((await handle.read({ offset: -10 })).text).toHaveLength(10);
    await service.shutdown();
  });
});
