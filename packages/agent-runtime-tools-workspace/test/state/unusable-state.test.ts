import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interceptFileSystem, nodeFileSystem, workingFolder } from '../../src/index.ts';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

/** Fails every change below a folder, as a disk that is mounted for reading only does. */
function readOnlyBelow(folder: string) {
  return interceptFileSystem(nodeFileSystem, ({ changes, path }) => {
    if (changes && path.startsWith(folder)) throw Object.assign(new Error(`EROFS: ${path}`), { code: 'EROFS' });
  });
}

describe('a state folder that cannot be written', () => {
  it.each(['missing', 'used before'])(
    'stops nobody from reading, and is told to no model where it is (%s)',
    async (kind) => {
      const made = temporaryWorkspace({ 'a.txt': 'one\n', 'd/b.txt': '' });
      if (kind === 'used before') await made.workspace.write('a.txt', 'one\n');
      const workspace = made.reopen({ fs: readOnlyBelow(made.state) });
      expect((await workspace.readText('a.txt', { taskId: 't' })).text).toBe('one\n');
      expect((await workspace.readLines('a.txt')).lines).toEqual(['one']);
      expect((await workspace.list('.')).entries.map(({ path }) => path)).toEqual(['a.txt', 'd']);
      expect((await workspace.stat('d')).kind).toBe('directory');
      expect(await codeOf(workspace.changes())).toBe('ok');
      const owner = { principalId: '', taskId: 't' };
      for (const work of [
        () => workspace.write('a.txt', 'two\n'),
        () => workspace.lock('a.txt'),
        () => workspace.artifacts.put('x', { owner }),
      ]) {
        const error: unknown = await work().catch((error_: unknown) => error_);
        expect(error).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
        expect(JSON.stringify(error)).not.toContain(made.state);
      }
      expect(made.text('a.txt')).toBe('one\n');
    },
  );

  it('is tried again by the next change', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'one' });
    writeFileSync(made.state, 'no folder');
    expect(await codeOf(made.workspace.read('a.txt'))).toBe('ok');
    expect(await codeOf(made.workspace.write('a.txt', 'two'))).toBe('IO_ERROR');
    rmSync(made.state);
    expect(await codeOf(made.workspace.write('a.txt', 'two'))).toBe('ok');
  });
});

describe('a root that was replaced by a link', () => {
  it('is refused as the folder of a command, as it is by every read', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'one' });
    expect(await workingFolder(made.workspace, { cwd: made.root })).toBe(made.root);
    renameSync(made.root, `${made.root}-old`);
    mkdirSync(join(made.base, 'elsewhere'));
    writeFileSync(join(made.base, 'elsewhere', 'a.txt'), 'secret');
    symlinkSync(join(made.base, 'elsewhere'), made.root);
    expect(await codeOf(made.workspace.read('a.txt'))).toBe('INVALID_PATH');
    expect(await codeOf(workingFolder(made.workspace, { cwd: made.root }))).toBe('INVALID_PATH');
    expect(await codeOf(workingFolder(made.workspace, { cwd: made.root, asked: '.' }))).toBe('INVALID_PATH');
  });
});
