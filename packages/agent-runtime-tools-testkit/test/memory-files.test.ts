import { describe, expect, it } from 'vitest';
import { MemoryFiles } from '../src/memory-files.ts';

describe('MemoryFiles', () => {
  it('MemoryFiles reads what it was given and what was written', async () => {
    const files = new MemoryFiles({ 'src/a.txt': 'a' });
    await files.write('./src//b.txt', 'b');
    expect(await files.read('src/a.txt')).toBe('a');
    expect(await files.read('src/b.txt')).toBe('b');
    expect(await files.list()).toEqual(['src/a.txt', 'src/b.txt']);
  });

  it('MemoryFiles rejects like a real folder where there is no file', async () => {
    const files = new MemoryFiles();
    await expect(files.read('a.txt')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(files.remove('a.txt')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('MemoryFiles gives snapshots that later changes do not reach', async () => {
    const files = new MemoryFiles({ 'b.txt': 'b', 'a.txt': 'a' });
    const before = files.snapshot();
    await files.write('c.txt', 'c');
    await files.remove('a.txt');
    expect(Object.entries(before)).toEqual([
      ['a.txt', 'a'],
      ['b.txt', 'b'],
    ]);
    expect(files.snapshot()).toEqual({ 'b.txt': 'b', 'c.txt': 'c' });
  });

  it.each(['../a.txt', '/a.txt', '.', 'a/', 'a/../..'])('MemoryFiles has no place for %s', async (path) => {
    await expect(new MemoryFiles().write(path, '')).rejects.toThrow(TypeError);
  });
});
