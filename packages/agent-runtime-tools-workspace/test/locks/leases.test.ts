import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { interceptFileSystem, nodeFileSystem } from '../../src/index.ts';
import { isProcessAlive, checkHolder, ownIdentity } from '../../src/locks/process-identity.ts';
import { journalOf, runChild } from '../run-child.ts';
import { codeOf, snapshot, temporaryWorkspace, type TemporaryWorkspace } from '../temporary-workspace.ts';

const leaseMs = 1200;
const files = { n: '0', a: 'old', b: 'old', c: 'old', d: 'old' };
const change = JSON.stringify(['a', 'b', 'c', 'd'].map((name) => ['write', name, 'new']));

function startWorker({ root, state }: TemporaryWorkspace, verb: string, step = 0): Worker {
  const script = join(import.meta.dirname, '../fixtures/lease-worker.mjs');
  return new Worker(script, { workerData: { root, state, leaseMs, verb, step } });
}

describe('a worker thread', () => {
  it('that was ended loses its lock; one that is at work keeps it', async () => {
    const made = temporaryWorkspace(files, { leaseMs });
    const worker = startWorker(made, 'hold');
    await once(worker, 'message');
    expect(await codeOf(made.workspace.write('n', '1', { lockTimeoutMs: leaseMs * 4 }))).toBe('LOCKED');
    await worker.terminate();
    expect(await codeOf(made.workspace.write('n', '1'))).toBe('ok');
    expect(readdirSync(join(made.state, 'locks'))).toEqual([]);
  }, 30_000);

  it.each([5, 8, 11])(
    'that was ended ahead of step %i leaves all or nothing',
    async (step) => {
      const made = temporaryWorkspace(files, { leaseMs });
      await made.workspace.roots();
      const worker = startWorker(made, 'change', step);
      await once(worker, 'message');
      // It is at work: nobody repairs what it does.
      await sleep(leaseMs * 2);
      expect(await codeOf(made.workspace.write('n', '1'))).toBe('ok');
      expect(await made.workspace.recovery()).toEqual({ completed: [], reverted: [], conflicts: [], pending: [] });
      expect(journalOf(made).length).toBeGreaterThan(0);
      await worker.terminate();
      await sleep(leaseMs * 1.1);
      const report = await made.reopen().recovery();
      const { n: _, ...now } = snapshot(made.root);
      const isNew = report.completed.length === 1;
      expect(report).toMatchObject({ conflicts: [], pending: [] });
      expect(report.completed.length + report.reverted.length).toBe(1);
      const text = isNew ? '644 new' : '644 old';
      expect(now).toEqual({ a: text, b: text, c: text, d: text });
      expect(journalOf(made)).toEqual([]);
      expect(readdirSync(join(made.state, 'locks'))).toEqual([]);
      expect(await codeOf(made.workspace.write('a', 'next'))).toBe('ok');
    },
    30_000,
  );
});

describe('a process of a container that was replaced', () => {
  it.each([
    ['another machine', 'other-boot/other-space/1/1/mabcdef'],
    ['another container of this machine', `${ownIdentity.split('/')[0]}/other-space/${process.pid}/1/mabcdef`],
  ])(
    'on %s leaves locks and a half-made transaction that whoever comes next repairs',
    async (_, identity) => {
      const made = temporaryWorkspace(files, { leaseMs });
      const before = snapshot(made.root);
      expect((await runChild(made, change, 8)).killed).toBe(true);
      expect(snapshot(made.root)).not.toEqual(before);
      giveAway(made, identity);
      const next = made.reopen();
      expect((await next.readText('a')).text).toMatch(/^(?:old|new)$/);
      const after = snapshot(made.root);
      expect(new Set(['a', 'b', 'c', 'd'].map((name) => after[name])).size).toBe(1);
      expect(Object.keys(after)).toEqual(Object.keys(before));
      expect(journalOf(made)).toEqual([]);
      expect(await codeOf(next.write('a', 'next'))).toBe('ok');
      expect(readdirSync(join(made.state, 'locks'))).toEqual([]);
    },
    30_000,
  );

  it('that is at work after all keeps its lock', async () => {
    const made = temporaryWorkspace(files, { leaseMs });
    const lock = await made.workspace.lock('n');
    const identity = 'other-boot/other-space/1/1/mabcdef';
    const [lease = ''] = readdirSync(join(made.state, 'leases'));
    giveAway(made, identity);
    const { createHash } = await import('node:crypto');
    const theirs = join(made.state, 'leases', createHash('sha256').update(identity).digest('hex').slice(0, 32));
    const beats = setInterval(() => writeFileSync(theirs, readFileSync(join(made.state, 'leases', lease))), 50);
    const other = startWorker(made, 'hold');
    const held = once(other, 'message');
    expect(await Promise.race([held, sleep(leaseMs * 4, 'waits')])).toBe('waits');
    clearInterval(beats);
    expect(await held).toEqual(['held']);
    // What somebody else holds by now is not released by the one that lost it.
    const [name = ''] = readdirSync(join(made.state, 'locks'));
    await lock.release();
    expect(readlinkSync(join(made.state, 'locks', name))).toContain(`/${process.pid}/`);
    await other.terminate();
  }, 30_000);
});

describe('recovery', () => {
  it('reports no transaction that its own process brought to its end', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'old' });
    const script = join(import.meta.dirname, '../fixtures/pause-child.mjs');
    const child = spawn(process.execPath, [script, made.root, made.state], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    while (!(await readFile(`/proc/${child.pid}/stat`)).includes(') T ')) await sleep(10);
    let isLetGo = false;
    const fs = interceptFileSystem(nodeFileSystem, async ({ name, path }) => {
      if (isLetGo || name !== 'open' || !/\/journal\/[^/]*\.json$/.test(path)) return;
      isLetGo = true;
      child.kill('SIGCONT');
      // A process that ended and whose parent has not looked at it yet still has its number.
      await ended;
    });
    const report = await made.reopen({ fs }).recovery();
    expect(isLetGo).toBe(true);
    expect(report).toEqual({ completed: [], reverted: [], conflicts: [], pending: [] });
    expect(made.text('a.txt')).toBe('new');
    expect(await made.workspace.changes()).toHaveLength(1);
  }, 30_000);

  it('keeps a process that was taken for dead from going on with what was repaired', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'old' });
    const fs = interceptFileSystem(nodeFileSystem, ({ name, path }) => {
      // Whoever repairs it marks it as taken first.
      if (name === 'open' && path.endsWith('.commit')) writeFileSync(path.replace('.commit', '.taken'), '');
    });
    expect(await codeOf(made.reopen({ fs }).write('a.txt', 'new'))).toBe('IO_ERROR');
    expect(snapshot(made.root)).toEqual({ 'a.txt': '644 old' });
    expect(journalOf(made)).toEqual([]);
    const gone = interceptFileSystem(nodeFileSystem, ({ name, path }) => {
      if (name === 'open' && path.endsWith('.commit')) unlinkSync(path.replace('.commit', '.json'));
    });
    expect(await codeOf(made.reopen({ fs: gone }).write('a.txt', 'new'))).toBe('IO_ERROR');
    expect(snapshot(made.root)).toEqual({ 'a.txt': '644 old' });
    expect(journalOf(made)).toEqual([]);
  });
});

describe('a holder', () => {
  it('is known where it can be looked at', () => {
    const [machine, space, pid, start] = ownIdentity.split('/');
    expect(checkHolder(ownIdentity)).toBe('own');
    expect(checkHolder([machine, space, pid, start, 'mother'].join('/'))).toBe('alive');
    expect(checkHolder([machine, space, pid, start, 'wother'].join('/'))).toBe('unknown');
    expect(checkHolder([machine, space, pid, '1', 'mother'].join('/'))).toBe('dead');
    expect(checkHolder([machine, space, '4194304', '1', 'mother'].join('/'))).toBe('dead');
    expect(checkHolder([machine, 'other', '4194304', '1', 'mother'].join('/'))).toBe('unknown');
    expect(checkHolder(['other', space, '4194304', '1', 'mother'].join('/'))).toBe('unknown');
    expect(checkHolder('old-host/1/2/3')).toBe('unknown');
    expect([isProcessAlive(ownIdentity, () => false), isProcessAlive(ownIdentity, () => true)]).toEqual([false, true]);
    expect(isProcessAlive([machine, space, pid, '1', 'm'].join('/'), () => true)).toBe(false);
    expect(isProcessAlive('other/space/1/2/m', () => false)).toBe(true);
  });
});

/** Makes everything that is held here look as if somebody else had taken it. */
function giveAway({ state }: TemporaryWorkspace, identity: string): void {
  for (const name of journalOf({ state } as TemporaryWorkspace)) {
    if (!name.endsWith('.json')) continue;
    const record: unknown = JSON.parse(readFileSync(join(state, name), 'utf8'));
    writeFileSync(join(state, name), JSON.stringify({ ...(record as object), owner: identity }));
  }
  for (const name of readdirSync(join(state, 'locks'))) {
    unlinkSync(join(state, 'locks', name));
    symlinkSync(identity, join(state, 'locks', name));
  }
}

async function readFile(path: string): Promise<string> {
  return readFileSync(path, 'utf8');
}
