import { chmod, mkdir, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changedPaths } from '../src/folder-snapshot.ts';
import { createTestFolder } from '../src/test-folder.ts';

describe('createTestFolder', () => {
  it('createTestFolder makes a real folder with the files in it, and removes it when it goes out of scope', async () => {
    let path: string;
    {
      await using folder = await createTestFolder({ 'src/a.txt': 'a', 'b.bin': new Uint8Array([0, 1]) });
      path = folder.path;
      expect(existsSync(join(path, 'b.bin'))).toBe(true);
      expect(await folder.read('src/a.txt')).toBe('a');
    }
    expect(existsSync(path)).toBe(false);
  });

  it('createTestFolder gives every folder a path of its own', async () => {
    await using one = await createTestFolder();
    await using other = await createTestFolder();
    expect(one.path).not.toBe(other.path);
  });

  it('a test folder can be removed twice', async () => {
    const folder = await createTestFolder({ a: '' });
    await folder.remove();
    await folder.remove();
    expect(existsSync(folder.path)).toBe(false);
  });

  it('a test folder writes nowhere else', async () => {
    await using folder = await createTestFolder();
    await expect(folder.write('../a.txt', '')).rejects.toThrow(TypeError);
    await expect(folder.write('/a.txt', '')).rejects.toThrow(TypeError);
    await expect(createTestFolder({ '../a.txt': '' })).rejects.toThrow(TypeError);
  });
});

describe('a snapshot of a test folder', () => {
  it('a snapshot is the same while nothing changes', async () => {
    await using folder = await createTestFolder({ 'src/a.txt': 'a' });
    const before = await folder.snapshot();
    await folder.write('src/a.txt', 'a');
    expect(await folder.snapshot()).toEqual(before);
    expect(Object.keys(before)).toEqual(['src', 'src/a.txt']);
  });

  it('a snapshot shows a changed content, a changed mode, a new folder, a new link and a removal', async () => {
    await using folder = await createTestFolder({
      'content.txt': 'a',
      'mode.txt': 'a',
      'gone.txt': 'a',
      'same.txt': 'a',
    });
    const before = await folder.snapshot();
    await folder.write('content.txt', 'b');
    await chmod(join(folder.path, 'mode.txt'), 0o600);
    await rm(join(folder.path, 'gone.txt'));
    await mkdir(join(folder.path, 'folder'));
    await symlink('same.txt', join(folder.path, 'link'));
    const after = await folder.snapshot();
    expect(changedPaths(before, after)).toEqual(['content.txt', 'folder', 'gone.txt', 'link', 'mode.txt']);
    expect(after['link']).toBe('link same.txt');
  });
});
