import { describe, expect, it } from 'vitest';
import {
  createWorkspace,
  interceptFileSystem,
  MemoryFileSystem,
  type FileSystem,
  type Workspace,
} from '../../src/index.ts';
import { codeOf } from '../temporary-workspace.ts';

const files = { '/ws/a.txt': 'a', '/ws/sub/b.txt': 'b', '/ws/empty/': '', '/outside/s.txt': 'secret' };

function open(fs: FileSystem): Workspace {
  return createWorkspace({ roots: ['/ws'], state: '/state', fs });
}

async function tree(fs: FileSystem, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, kind } of await fs.readdir(folder)) {
    found.push(`${folder}/${name}`);
    if (kind === 'directory') found.push(...(await tree(fs, `${folder}/${name}`)));
  }
  return found.toSorted();
}

describe('a workspace in memory', () => {
  it('writes, lists, moves, removes and undoes as on a disk', async () => {
    const fs = new MemoryFileSystem(files);
    const workspace = open(fs);
    const before = await tree(fs, '/ws');
    await workspace.transaction(async (transaction) => {
      await transaction.write('a.txt', 'A');
      await transaction.write('new/c.txt', 'c');
      await transaction.remove('sub', { recursive: true });
      await transaction.move('empty', 'full');
    });
    expect(await tree(fs, '/ws')).toEqual(['/ws/a.txt', '/ws/full', '/ws/new', '/ws/new/c.txt']);
    expect((await workspace.list('.', { recursive: true })).entries.map(({ path }) => path)).toEqual([
      'a.txt',
      'full',
      'new',
      'new/c.txt',
    ]);
    expect((await workspace.readLines('a.txt')).lines).toEqual(['A']);
    expect((await workspace.undo()).skipped).toEqual([]);
    expect(await tree(fs, '/ws')).toEqual(before);
    expect((await workspace.readText('a.txt')).text).toBe('a');
  });

  it('keeps to its root', async () => {
    const fs = new MemoryFileSystem(files);
    await fs.symlink('/outside', '/ws/out');
    await fs.symlink('loop', '/ws/loop');
    const workspace = open(fs);
    for (const path of [
      '/outside/s.txt',
      '../outside/s.txt',
      'out/s.txt',
      'out/new.txt',
      'loop',
      'sub/../../outside/s.txt',
    ]) {
      expect(await codeOf(workspace.write(path, 'x')), path).toBe('INVALID_PATH');
    }
    expect(await tree(fs, '/outside')).toEqual(['/outside/s.txt']);
  });

  it('is all old or all new when nothing reaches the disk from any step on', async () => {
    const outcomes = new Set<string>();
    for (let stop = 1; stop < 400; stop++) {
      const fs = new MemoryFileSystem(files);
      await open(fs).roots();
      let count = 0;
      const failing = interceptFileSystem(fs, ({ name }) => {
        if (++count >= stop) throw Object.assign(new Error(name), { code: 'EIO' });
      });
      const code = await codeOf(
        open(failing).transaction(async (transaction) => {
          await transaction.write('a.txt', 'A');
          await transaction.write('new/c.txt', 'c');
          await transaction.remove('sub', { recursive: true });
        }),
      );
      await open(fs).recovery();
      const now = (await tree(fs, '/ws')).join(' ');
      expect(
        ['/ws/a.txt /ws/empty /ws/new /ws/new/c.txt', '/ws/a.txt /ws/empty /ws/sub /ws/sub/b.txt'],
        `step ${stop}`,
      ).toContain(now);
      outcomes.add(now);
      if (code === 'ok' && count < stop) break;
    }
    expect(outcomes.size).toBe(2);
  });
});
