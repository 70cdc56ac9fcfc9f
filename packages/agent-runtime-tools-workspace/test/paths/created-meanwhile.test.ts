import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interceptFileSystem, nodeFileSystem } from '../../src/index.ts';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

describe('a folder that another process creates while a path through it is looked up', () => {
  it('is used, and not taken for a dead link', async () => {
    let looks = 0;
    // It is missing at the first look at its real path and there at the next look.
    const fs = interceptFileSystem(nodeFileSystem, ({ name, path }) => {
      if (path.endsWith('/folder') && name === 'lstat' && looks++ === 0) mkdirSync(path);
    });
    const made = temporaryWorkspace({}, { fs });
    const { path, exists } = await made.workspace.resolve('folder/new.txt', { access: 'write' });
    expect([path, exists]).toEqual([join(made.root, 'folder/new.txt'), false]);
    expect(looks).toBeGreaterThan(0);
  });

  it('is given up when it comes and goes again and again', async () => {
    const fs = interceptFileSystem(nodeFileSystem, ({ name, path }) => {
      if (!path.endsWith('/folder')) return;
      if (name === 'lstat') mkdirSync(path, { recursive: true });
      if (name === 'realpath') rmSync(path, { recursive: true, force: true });
    });
    const made = temporaryWorkspace({}, { fs });
    const failed = made.workspace.resolve('folder/new.txt', { access: 'write' });
    await expect(failed).rejects.toThrow('again and again');
    expect(await codeOf(failed)).toBe('INVALID_PATH');
  });
});
