import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createWorkspace, MemoryFileSystem, type FileSystem, type Workspace } from '../../src/index.ts';
import { failingFileSystem, fastFolder, outcome } from '../failing-file-system.ts';
import { journalOf, runChild, twoAtATime } from '../run-child.ts';
import { snapshot, temporaryWorkspace, type TemporaryWorkspace } from '../temporary-workspace.ts';
import { changeTwentyFiles, oldFiles, plan } from './twenty-files.ts';

const change = JSON.stringify(plan);

function make(options = {}): TemporaryWorkspace {
  return temporaryWorkspace(oldFiles, options, fastFolder);
}

async function expected(): Promise<{ before: unknown; after: unknown; steps: number }> {
  const made = make();
  const before = snapshot(made.root);
  const { output } = await runChild(made, change, 0);
  return { before, after: snapshot(made.root), steps: Number(output) };
}

describe('a transaction of twenty files', () => {
  it('is all old or all new after its process was killed at any step that touches them or the journal, and no temporary file is left', async () => {
    const { before, after, steps } = await expected();
    const endings = { old: 0, new: 0 };
    await twoAtATime(steps, async (step) => {
      const made = make();
      expect((await runChild(made, change, step)).killed).toBe(true);
      const report = await made.reopen().recovery();
      expect(report.conflicts).toEqual([]);
      const now = snapshot(made.root);
      const isNew = 'created.txt' in now;
      expect(now, `step ${step}`).toEqual(isNew ? after : before);
      expect(journalOf(made), `step ${step}`).toEqual([]);
      endings[isNew ? 'new' : 'old']++;
      // The locks of the dead process do not stand in anybody's way.
      if (step % 20 === 0) await made.reopen().write('a/f0.txt', 'next');
      made.discard();
    });
    expect(steps).toBeGreaterThan(80);
    expect(endings.old).toBeGreaterThan(20);
    expect(endings.new).toBeGreaterThan(20);
  }, 120_000);

  it('of a dead process is settled by one that was open all the time, before it writes', async () => {
    const { steps } = await expected();
    const made = make();
    await made.workspace.read('a/f0.txt');
    await runChild(made, change, Math.floor(steps * 0.6));
    expect(readdirSync(made.root).some((name) => name.startsWith('.toolbox-'))).toBe(true);
    await made.workspace.write('gone.txt', 'ours');
    expect(await made.workspace.recovery()).toMatchObject({
      completed: [expect.any(String)],
      conflicts: [],
      pending: [],
    });
    expect([made.text('created.txt'), made.text('gone.txt'), made.text('from.txt')]).toEqual([
      'new',
      'ours',
      undefined,
    ]);
    expect(
      readdirSync(made.root, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.toolbox-')),
    ).toEqual([]);
  }, 30_000);

  it('is all old or all new when recovery is killed as well, again and again', async () => {
    const { before, after, steps } = await expected();
    let kills = 0;
    await twoAtATime(4, async (index) => {
      const made = make();
      await runChild(made, change, Math.floor((steps * index) / 5) + 1);
      // Every recovery gets one step further than the one before it.
      for (let step = 1; ; step += 9) {
        const { killed } = await runChild(made, 'recover', step);
        if (!killed) break;
        kills++;
      }
      expect([before, after]).toContainEqual(snapshot(made.root));
      expect(journalOf(made)).toEqual([]);
    });
    expect(kills).toBeGreaterThan(4);
  }, 60_000);

  it('is all old or all new when it stops at any operation and recovery stops at two others', async () => {
    const start = Object.fromEntries(Object.entries(oldFiles).map(([path, text]) => [`/ws/${path}`, text]));
    const healthy = (fs: FileSystem): Workspace => createWorkspace({ roots: ['/ws'], state: '/state', fs });
    const reference = new MemoryFileSystem(start);
    const before = await contents(reference, '/ws');
    const counting = stoppingAt(reference, Infinity);
    await changeTwentyFiles(healthy(counting.fs));
    const after = await contents(reference, '/ws');
    const endings = { old: 0, new: 0 };
    for (let step = 1; step <= counting.count(); step++) {
      const fs = new MemoryFileSystem(start);
      await outcome(changeTwentyFiles(healthy(stoppingAt(fs, step).fs)));
      for (const stop of [30 + ((step * 7) % 400), 30 + ((step * 13) % 170)])
        await outcome(healthy(stoppingAt(fs, stop).fs).roots());
      const report = await healthy(fs).recovery();
      const now = await contents(fs, '/ws');
      const isNew = '/ws/created.txt' in now;
      expect(now, `step ${step}`).toEqual(isNew ? after : before);
      expect([report.pending, report.conflicts], `step ${step}`).toEqual([[], []]);
      endings[isNew ? 'new' : 'old']++;
    }
    expect(endings.old).toBeGreaterThan(200);
    expect(endings.new).toBeGreaterThan(100);
  }, 240_000);
});

/** From the n-th operation on nothing reaches the disk: what a kill looks like from there. */
function stoppingAt(fs: FileSystem, step: number): { fs: FileSystem; count: () => number } {
  return failingFileSystem((count) => (count >= step ? 'EIO' : undefined), fs);
}

async function contents(fs: FileSystem, folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, kind } of await fs.readdir(folder)) {
    const path = `${folder}/${name}`;
    if (kind === 'directory') Object.assign(found, { [`${path}/`]: '' }, await contents(fs, path));
    else found[path] = await textOf(fs, path);
  }
  return found;
}

async function textOf(fs: FileSystem, path: string): Promise<string> {
  const file = await fs.open(path, 0);
  const buffer = Buffer.alloc(1000);
  const length = await file.read(buffer, 0);
  await file.close();
  return buffer.toString('utf8', 0, length);
}
