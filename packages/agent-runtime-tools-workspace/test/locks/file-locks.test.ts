import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KeyedMutex } from '../../src/locks/keyed-mutex.ts';
import { codeOf, temporaryWorkspace, type TemporaryWorkspace } from '../temporary-workspace.ts';

function start({ root, state }: TemporaryWorkspace, verb: string): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '../fixtures/lock-child.mjs'), root, state, verb], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const ended = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => void child.on('close', resolve));

describe('the lock of a file', () => {
  it('lets processes take turns', async () => {
    const made = temporaryWorkspace({ n: '0' });
    expect(await Promise.all([1, 2, 3].map(() => ended(start(made, 'count'))))).toEqual([0, 0, 0]);
    expect(made.text('n')).toBe('75');
    expect(readdirSync(join(made.state, 'locks'))).toEqual([]);
  }, 30_000);

  it('keeps others out, and falls with the process that held it', async () => {
    const made = temporaryWorkspace({ n: '0', other: '' });
    const child = start(made, 'hold');
    await new Promise((resolve) => void child.stdout?.once('data', resolve));
    expect(await codeOf(made.workspace.write('n', '1', { lockTimeoutMs: 50 }))).toBe('LOCKED');
    expect(await codeOf(made.workspace.write('other', '1', { lockTimeoutMs: 50 }))).toBe('ok');
    child.kill('SIGKILL');
    await ended(child);
    expect(await codeOf(made.workspace.write('n', '1'))).toBe('ok');
    expect(readdirSync(join(made.state, 'locks'))).toEqual([]);
  }, 30_000);

  it('of a dead process can be taken once nobody is taking it, or who did has died too', async () => {
    const made = temporaryWorkspace({ n: '0' });
    const child = start(made, 'hold');
    await new Promise((resolve) => void child.stdout?.once('data', resolve));
    child.kill('SIGKILL');
    await ended(child);
    const [lock = ''] = readdirSync(join(made.state, 'locks'));
    const guard = join(made.state, 'locks', `${lock}.break`);
    mkdirSync(guard);
    expect(await codeOf(made.workspace.write('n', '1', { lockTimeoutMs: 50 }))).toBe('LOCKED');
    expect(existsSync(guard)).toBe(true);
    const longAgo = Date.now() / 1000 - 60;
    utimesSync(guard, longAgo, longAgo);
    expect(await codeOf(made.workspace.write('n', '1'))).toBe('ok');
    expect(readdirSync(join(made.state, 'locks'))).toEqual([]);
  }, 30_000);

  it('is waited for with a limit and a signal, and released once', async () => {
    const made = temporaryWorkspace({ n: '0' });
    const lock = await made.workspace.lock('n');
    expect(await codeOf(made.workspace.lock('./n', { timeoutMs: 20 }))).toBe('LOCKED');
    expect(await codeOf(made.workspace.lock('n', { signal: AbortSignal.timeout(10) }))).toBe('CANCELLED');
    await lock.release();
    await lock.release();
    expect(await codeOf(made.workspace.lock('n', { timeoutMs: 20 }))).toBe('ok');
  });

  it('goes to those who wait in their order', async () => {
    const mutex = new KeyedMutex();
    const leave = await mutex.acquire('key', { timeoutMs: 1000 });
    const order: number[] = [];
    const waiting = [1, 2, 3].map(async (number) => {
      const done = await mutex.acquire('key', { timeoutMs: 1000 });
      order.push(number);
      done();
    });
    leave();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });
});
