import { setTimeout as sleep } from 'node:timers/promises';
import { openDescriptors } from '@ku0/agent-runtime-tools-testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createProcesses } from '../../src/index.ts';
import type { ProcessHandle, Processes, ProcessesOptions, StartOptions } from '../../src/index.ts';

const made: Processes[] = [];
const service = (options: ProcessesOptions = {}): Processes => {
  const processes = createProcesses(options);
  made.push(processes);
  return processes;
};

afterEach(async () => {
  await Promise.all(made.splice(0).map((processes) => processes.shutdown()));
});

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await isTrue()) return;
    await sleep(20);
  }
  throw new Error('It never came true.');
}

async function started(processes: Processes, command: string, options: StartOptions = {}): Promise<ProcessHandle> {
  const result = await processes.start(command, { shell: '/bin/bash', ...options });
  if (!result.ok) throw new Error(result.error.message);
  return result.handle;
}

const ANN = { principalId: 'ann', taskId: 'default' };
const BOB = { principalId: 'bob', taskId: 'default' };

describe('the id of a background program', () => {
  it('names no program of another service, so that an id from before a restart finds nothing', async () => {
    const [before, after] = [service(), service()];
    const old = await started(before, 'sleep 600', { owner: ANN });
    const current = await started(after, 'sleep 600', { owner: ANN });
    expect(current.id).not.toBe(old.id);
    expect(after.get(old.id, ANN)).toBeUndefined();
  });
});

describe('the owner of a background program', () => {
  it('is its principal and its task: the same task id of another principal finds, lists and ends nothing', async () => {
    const processes = service();
    const handle = await started(processes, 'sleep 600', { owner: ANN });
    expect(handle).toMatchObject({ owner: ANN, taskId: 'default' });
    expect(processes.get(handle.id, ANN)).toBe(handle);
    expect(processes.get(handle.id, BOB)).toBeUndefined();
    expect(processes.list(ANN)).toEqual([handle]);
    for (const other of [BOB, 'default', { principalId: 'ann', taskId: 'other' }]) {
      expect(processes.list(other)).toEqual([]);
      expect(await processes.endTask(other)).toEqual({ ended: 0, survivors: [] });
    }
    expect(handle.status).toBe('running');
    expect(await processes.endTask(ANN)).toMatchObject({ ended: 1 });
    expect(handle.status).toBe('cancelled');
  });

  it('ends what runs for it in the foreground, and nothing of others', async () => {
    const processes = service();
    const run = (owner: typeof ANN): ReturnType<Processes['run']> =>
      processes.run(['sleep', '0.5'], { owner, timeoutMs: 20_000 });
    await processes.run('true');
    const both = [run(ANN), run(BOB)];
    await processes.endTask(ANN);
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual(['cancelled', 'exited']);
  });
});

describe('places for background programs', () => {
  it('are checked and taken in one step: of 300 simultaneous starts no more succeed than there are places', async () => {
    const processes = service({ maxBackground: 4, maxBackgroundPerOwner: 4 });
    const starts = await Promise.all(Array.from({ length: 300 }, () => processes.start(['sleep', '600'])));
    expect(starts.filter(({ ok }) => ok)).toHaveLength(4);
    expect(processes.list()).toHaveLength(4);
  });

  it('are given back by a start that fails', async () => {
    const processes = service({ maxBackground: 1 });
    for (const command of ['no-such-program', 'true\0']) expect((await processes.start(command)).ok).toBe(false);
    expect((await processes.start('true')).ok).toBe(true);
  });

  it('are held by a program that has ended as long as what it left behind runs', async () => {
    const processes = service({ maxBackground: 1 });
    const handle = await started(processes, 'sleep 1.5 >/dev/null 2>&1 & echo done');
    expect(await handle.wait()).toBe('exited');
    expect(await processes.start('true')).toMatchObject({ ok: false, error: { code: 'TOO_MANY_PROCESSES' } });
    await until(async () => (await processes.start('true')).ok);
  });

  it('are held while somebody has the output open', async () => {
    const processes = service({ maxBackground: 1 });
    const handle = await started(processes, 'setsid env -i sleep 600 & echo done');
    expect(await handle.wait()).toBe('exited');
    expect((await processes.start('true')).ok).toBe(false);
    await handle.stop();
    expect((await processes.start('true')).ok).toBe(true);
  });

  it('are shared: one principal leaves a quarter to the others, whatever its task ids are', async () => {
    const processes = service({ maxBackground: 4 });
    const start = (principalId: string, taskId: string) =>
      processes.start(['sleep', '600'], { owner: { principalId, taskId } });
    const greedy = [await start('ann', '1'), await start('ann', '2'), await start('ann', '3'), await start('ann', '4')];
    expect(greedy.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect(greedy[3]).toMatchObject({
      error: { code: 'TOO_MANY_PROCESSES', details: { limit: 3, perOwner: true } },
    });
    expect((await start('bob', '1')).ok).toBe(true);
    expect(await start('carl', '1')).toMatchObject({ ok: false, error: { details: { limit: 4 } } });
  });

  it('are shared between tasks where the host names no principals, and the host itself may take them all', async () => {
    const tasks = service({ maxBackground: 4 });
    const starts = [];
    for (let count = 0; count < 4; count += 1) starts.push(await tasks.start(['sleep', '600'], { taskId: 'a' }));
    expect(starts.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect((await tasks.start(['sleep', '600'], { taskId: 'b' })).ok).toBe(true);
    const host = service({ maxBackground: 4 });
    for (let count = 0; count < 4; count += 1) expect((await host.start(['sleep', '600'])).ok).toBe(true);
  });

  it('are apart for servers of the host: users cannot take theirs, and they cannot take those of users', async () => {
    const processes = service({ maxBackground: 2, maxBackgroundPerOwner: 2, maxServers: 2 });
    const start = (options: StartOptions) => processes.start(['sleep', '600'], options);
    const users = [await start({ owner: ANN }), await start({ owner: ANN }), await start({ owner: BOB })];
    const servers = [await start({ isServer: true }), await start({ isServer: true }), await start({ isServer: true })];
    expect([users, servers].map((starts) => starts.map(({ ok }) => ok))).toEqual([
      [true, true, false],
      [true, true, false],
    ]);
    expect(servers[2]).toMatchObject({ error: { code: 'TOO_MANY_PROCESSES', details: { limit: 2 } } });
    await processes.endTask(ANN);
    expect((await start({ isServer: true })).ok).toBe(false);
    expect((await start({ owner: BOB })).ok).toBe(true);
  });

  it('are not taken by a foreground program whose time is up when its owner has none left', async () => {
    const processes = service({ maxBackground: 4, maxBackgroundPerOwner: 1 });
    await started(processes, 'sleep 600', { owner: ANN });
    const run = (owner: typeof ANN) =>
      processes.run(['sleep', '600'], { owner, timeoutMs: 50, onTimeout: 'background' });
    expect(await run(ANN)).toMatchObject({ status: 'timed-out' });
    expect(await run(BOB)).toMatchObject({ status: 'running' });
  });
});

describe('programs that have ended', () => {
  it('are forgotten but for the latest of each owner, and with them their descriptors', async () => {
    const processes = service();
    const first = await started(processes, 'seq 1 50000', { owner: BOB });
    await first.wait();
    const before = openDescriptors();
    let last: ProcessHandle | undefined;
    for (let count = 0; count < 60; count += 1) {
      // More than memory holds, so that it is a file on disk.
      last = await started(processes, 'seq 1 50000', { owner: ANN });
      await last.wait();
    }
    await until(() => processes.list(ANN).length <= 16);
    expect(processes.list(ANN).at(-1)).toBe(last);
    expect((await last?.read({ offset: -7 }))?.text).toBe('\n50000\n');
    await until(() => openDescriptors() - before <= 16);
    expect(processes.list(BOB)).toEqual([first]);
  });

  it('are forgotten in all when there are many owners', async () => {
    const processes = service();
    for (let count = 0; count < 80; count += 1) {
      const handle = await started(processes, 'true', { owner: { principalId: `user ${count}`, taskId: 'default' } });
      await handle.wait();
    }
    await until(() => processes.list().length <= 64);
    expect(processes.list().at(-1)?.owner.principalId).toBe('user 79');
  });
});
