import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allFilesResource, fileResource, workingFolder, workingFolderSync } from '../../src/index.ts';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

describe('the resource of a file', () => {
  it.each([
    ['src/a.ts', 'file:src/a.ts'],
    ['./src//a.ts', 'file:src/a.ts'],
    ['src/../a.ts', 'file:a.ts'],
    ['src/', 'file:src'],
    ['..a', 'file:..a'],
    ['ab:c', 'file:ab:c'],
    ['.', '*'],
    ['', '*'],
    ['..', '*'],
    ['../a.ts', '*'],
    ['src/../../a.ts', '*'],
    ['/etc/hosts', '*'],
    ['/', '*'],
    ['C:\\a', '*'],
    ['\\\\server\\a', '*'],
  ])('%j is %s', (path, key) => {
    for (const access of ['read', 'write'] as const) expect(fileResource(path, access)).toEqual({ key, access });
  });

  it('of all files is the one that conflicts with each', () => {
    expect(allFilesResource('read')).toEqual({ key: '*', access: 'read' });
  });
});

describe('the working folder of a call', () => {
  it('is the same with and without waiting', async () => {
    const { workspace, root, base } = temporaryWorkspace({ 'src/a.ts': '' });
    const roots = await workspace.roots();
    for (const [cwd, folder] of [
      [root, root],
      [join(root, 'src'), join(root, 'src')],
      [base, root],
    ] as const) {
      expect(await workingFolder(workspace, { cwd })).toBe(folder);
      expect(workingFolderSync(workspace, { cwd, roots })).toBe(folder);
    }
  });

  it('is a folder', async () => {
    const { workspace, root } = temporaryWorkspace({ 'src/a.ts': '' });
    const cwd = root;
    expect(await workingFolder(workspace, { cwd, asked: 'src' })).toBe(join(root, 'src'));
    expect(await workingFolder(workspace, { cwd, asked: '' })).toBe(root);
    expect(await codeOf(workingFolder(workspace, { cwd, asked: 'src/a.ts' }))).toBe('NOT_A_DIRECTORY');
    expect(await codeOf(workingFolder(workspace, { cwd, asked: 'other' }))).toBe('FILE_NOT_FOUND');
  });

  it('is not the one for caches, which is in the state folder and always the same', async () => {
    const { workspace, state, reopen } = temporaryWorkspace();
    const folder = await workspace.cacheFolder();
    expect(folder.startsWith(state)).toBe(true);
    expect(existsSync(folder)).toBe(true);
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(await reopen().cacheFolder()).toBe(folder);
  });
});
