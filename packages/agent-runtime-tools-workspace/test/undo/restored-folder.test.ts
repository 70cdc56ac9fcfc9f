import { chmodSync, mkdirSync, readdirSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interceptFileSystem, nodeFileSystem, type CommittedChange } from '../../src/index.ts';
import { failingFileSystem, fastFolder } from '../failing-file-system.ts';
import { journalOf, runChild, twoAtATime } from '../run-child.ts';
import { snapshot, temporaryWorkspace, type TemporaryWorkspace } from '../temporary-workspace.ts';

const FILES = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`tree/d${index % 3}/e/f${index}.txt`, `content ${index % 5}\n`]),
);

/** A folder with everything a folder can hold was removed, and a file was written, by one call. */
async function removed(parent = fastFolder): Promise<TemporaryWorkspace & { before: Snapshot; after: Snapshot }> {
  const made = temporaryWorkspace({ ...FILES, 'note.txt': 'old', 'tree/run.sh': 'run' }, {}, parent);
  chmodSync(join(made.root, 'tree/run.sh'), 0o755);
  chmodSync(join(made.root, 'tree/d1'), 0o750);
  mkdirSync(join(made.root, 'tree/empty'));
  symlinkSync('d0/e/f0.txt', join(made.root, 'tree/link'));
  const before = snapshot(made.root);
  await made.workspace.transaction(
    async (transaction) => {
      await transaction.write('note.txt', 'new');
      await transaction.remove('tree', { recursive: true });
    },
    { callId: 'remove' },
  );
  return { ...made, before, after: snapshot(made.root) };
}

describe('undo of a removed folder', () => {
  it('is done or not done after its process was killed at any step, and leaves nothing behind', async () => {
    const reference = await removed();
    const steps = Number((await runChild(reference, 'undo', 0)).output);
    expect(snapshot(reference.root)).toEqual(reference.before);
    const endings = { done: 0, undone: 0 };
    await twoAtATime(steps, async (step) => {
      const made = await removed();
      expect((await runChild(made, 'undo', step)).killed).toBe(true);
      expect((await made.reopen().recovery()).conflicts).toEqual([]);
      const now = snapshot(made.root);
      const isDone = 'tree/' in now;
      expect(now, `step ${step}`).toEqual(isDone ? made.before : made.after);
      expect(journalOf(made), `step ${step}`).toEqual([]);
      // What was not done can still be done.
      if (!isDone && step % 5 === 0) {
        expect((await made.reopen().undo()).skipped).toEqual([]);
        expect(snapshot(made.root), `step ${step}, again`).toEqual(made.before);
      }
      endings[isDone ? 'done' : 'undone']++;
      made.discard();
    });
    expect(endings.undone).toBeGreaterThan(30);
    expect(endings.done).toBeGreaterThan(2);
  }, 120_000);

  it('is done or not done when recovery is killed as well', async () => {
    const reference = await removed();
    const steps = Number((await runChild(reference, 'undo', 0)).output);
    let kills = 0;
    await twoAtATime(4, async (index) => {
      const made = await removed();
      await runChild(made, 'undo', steps - 12 * (index - 1) - 3);
      for (let step = 1; (await runChild(made, 'recover', step)).killed; step += 7) kills++;
      expect([made.before, made.after]).toContainEqual(snapshot(made.root));
      expect(journalOf(made)).toEqual([]);
    });
    expect(kills).toBeGreaterThan(4);
  }, 60_000);

  it('is done or says why not when any one operation fails', async () => {
    for (const [code, stride] of [
      ['ENOSPC', 1],
      ['EIO', 4],
      ['EMFILE', 5],
    ] as const) {
      for (let nth = 1; ; nth += stride) {
        const made = await removed();
        const faulty = failingFileSystem((count) => (count === nth ? code : undefined));
        const workspace = made.reopen({ fs: faulty.fs });
        const { restored = [], skipped = [] } = await workspace.undo().catch((): Partial<Undone> => ({}));
        const isDone = restored.includes('tree');
        const isNoteDone = restored.includes('note.txt');
        const expected = { ...(isDone ? made.before : made.after), 'note.txt': isNoteDone ? '644 old' : '644 new' };
        expect(snapshot(made.root), `${code} ${nth}`).toEqual(expected);
        expect(journalOf(made), `${code} ${nth}`).toEqual([]);
        // Either came back or is told of, unless the call failed as a whole.
        expect([0, 2]).toContain(restored.length + skipped.length);
        made.discard();
        if (faulty.count() < nth) break;
      }
    }
  }, 120_000);

  it('takes the folder away again when a later part of the same call cannot be restored', async () => {
    const made = await removed();
    let isArmed = false;
    const fs = interceptFileSystem(nodeFileSystem, ({ name, path }) => {
      // The file is put in place after the folder, in the order opposite to that of the call.
      if (name === 'rename' && path.endsWith('/tree')) isArmed = true;
      if (isArmed && name === 'rename' && path.endsWith('/note.txt'))
        throw Object.assign(new Error('EIO'), { code: 'EIO' });
    });
    const { restored, skipped } = await made.reopen({ fs }).undo();
    expect([isArmed, restored, skipped.length]).toEqual([true, [], 2]);
    expect(snapshot(made.root)).toEqual(made.after);
    expect(journalOf(made)).toEqual([]);
  });

  it('leaves alone what somebody put in its place, before or at the last moment', async () => {
    for (const put of ['file', 'folder'] as const) {
      const made = await removed();
      const place = join(made.root, 'tree');
      let isPut = false;
      const fs = interceptFileSystem(nodeFileSystem, ({ name, path }) => {
        if (name !== 'rename' || !path.endsWith('/tree') || isPut) return;
        isPut = true;
        if (put === 'folder') mkdirSync(place);
        writeFileSync(put === 'folder' ? join(place, 'theirs') : place, 'theirs');
      });
      const { restored, skipped } = await made.reopen({ fs }).undo();
      expect([isPut, restored], put).toEqual([true, []]);
      expect(skipped.find(({ path }) => path === 'tree')?.reason).toMatch(/changed by somebody else/);
      const theirs = put === 'folder' ? { 'tree/': '', 'tree/theirs': '644 theirs' } : { tree: '644 theirs' };
      expect(snapshot(made.root), put).toEqual({ ...made.after, ...theirs });
      expect(journalOf(made)).toEqual([]);
    }
  });

  it('restores nothing that a tool ignore file hides by now', async () => {
    const made = await removed();
    made.put('.toolignore', 'tree/d0/e/f3.txt\n');
    const { restored, skipped } = await made.reopen().undo();
    expect(restored).toEqual([]);
    expect(skipped.find(({ path }) => path === 'tree')?.reason).toContain('hidden from tools');
    expect(made.text('tree/run.sh')).toBeUndefined();
  });

  it('keeps the modes of folders and files, without set-user-ID', async () => {
    const made = await removed();
    await made.workspace.undo();
    const modeOf = (path: string): number => statSync(join(made.root, path)).mode & 0o7777;
    expect([modeOf('tree/d1'), modeOf('tree/run.sh'), modeOf('tree/d0')]).toEqual([0o750, 0o755, 0o755]);
    expect(readlinkSync(join(made.root, 'tree/link'))).toBe('d0/e/f0.txt');
    chmodSync(join(made.root, 'tree/run.sh'), 0o4755);
    await made.workspace.remove('tree', { recursive: true });
    await made.workspace.undo();
    expect(modeOf('tree/run.sh')).toBe(0o755);
  });

  it('tells listeners and the list of changes of every file that came back', async () => {
    const made = await removed();
    const heard: CommittedChange[] = [];
    made.workspace.onChange((change) => heard.push(change));
    await made.workspace.undo();
    const paths = heard.flatMap(({ files }) => files.map(({ path }) => path)).toSorted();
    expect(paths).toEqual([...Object.keys(FILES), 'note.txt', 'tree/link', 'tree/run.sh'].toSorted());
    const [latest] = await made.workspace.changes({ limit: 1 });
    expect(latest?.files.map(({ path }) => path).toSorted()).toEqual(paths);
  });

  it('shows in a dry run every file that would come back, and changes nothing', async () => {
    const made = await removed();
    const { planned = [] } = await made.workspace.undo({ dryRun: true });
    expect(planned.filter(({ kind }) => kind === 'write')).toHaveLength(15);
    expect(snapshot(made.root)).toEqual(made.after);
    expect(readdirSync(made.root)).toEqual(['note.txt']);
  });
});

type Snapshot = ReturnType<typeof snapshot>;

interface Undone {
  readonly restored: string[];
  readonly skipped: unknown[];
}
