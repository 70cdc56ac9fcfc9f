import { constants } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interceptFileSystem, type FileOperation } from '../../src/fs/intercept-file-system.ts';
import { nodeFileSystem, type FileSystem } from '../../src/index.ts';
import { temporaryFolder } from '../temporary-workspace.ts';

/** One of each operation, and what it is announced as. */
async function useAll(fs: FileSystem, folder: string): Promise<void> {
  const at = (name: string): string => join(folder, name);
  await fs.mkdir(at('made'), 0o700);
  const file = await fs.open(at('file'), constants.O_RDWR | constants.O_CREAT, 0o600);
  await file.write(Buffer.from('x'));
  await file.chmod(0o640);
  const { uid, gid } = await file.stat();
  await file.chown(uid, gid);
  await file.sync();
  await file.read(new Uint8Array(1), 0);
  await file.close();
  await (await fs.open(at('file'), constants.O_RDONLY)).close();
  await fs.link(at('file'), at('second'));
  await fs.symlink('file', at('symlink'));
  await fs.rename(at('second'), at('third'));
  await fs.lstat(at('third'));
  await fs.readlink(at('symlink'));
  await fs.realpath(at('symlink'));
  await fs.readdir(folder);
  await fs.canWrite?.(folder);
  await fs.unlink(at('third'));
  await fs.rmdir(at('made'));
}

describe('an intercepted file system', () => {
  it('announces every operation with its path, and whether it changes the disk', async () => {
    const folder = temporaryFolder();
    const announced: FileOperation[] = [];
    await useAll(
      interceptFileSystem(nodeFileSystem, (operation) => void announced.push(operation)),
      folder,
    );
    expect(
      announced.map(({ name, path, changes }) => `${changes ? '!' : ''}${name} ${path.slice(folder.length + 1)}`),
    ).toEqual([
      '!mkdir made',
      '!open file',
      '!write file',
      '!chmod file',
      'stat file',
      '!chown file',
      'sync file',
      'read file',
      'close file',
      'open file',
      'close file',
      '!link second',
      '!symlink symlink',
      '!rename third',
      'lstat third',
      'readlink symlink',
      'realpath symlink',
      'readdir ',
      'canWrite ',
      '!unlink third',
      '!rmdir made',
    ]);
  });

  it('does not do what it is kept from', async () => {
    const folder = temporaryFolder();
    const fs = interceptFileSystem(nodeFileSystem, ({ changes }) => {
      if (changes) throw new Error('not today');
    });
    await expect(fs.mkdir(join(folder, 'made'), 0o700)).rejects.toThrow('not today');
    expect(await fs.readdir(folder)).toEqual([]);
  });
});
