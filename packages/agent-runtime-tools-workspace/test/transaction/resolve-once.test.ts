import { join } from 'node:path';
import { expect, it } from 'vitest';
import { interceptFileSystem, nodeFileSystem } from '../../src/index.ts';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

it('a transaction looks a path up once for its lock, its reads and its changes', async () => {
  const lookups: string[] = [];
  const fs = interceptFileSystem(nodeFileSystem, ({ name, path }) => {
    if (name === 'realpath') lookups.push(path);
  });
  const made = temporaryWorkspace({ 'src/a.txt': 'old' }, { fs });
  await made.workspace.roots();
  lookups.length = 0;
  await made.workspace.transaction(
    async (transaction) => {
      const file = await transaction.resolve('src/a.txt', { access: 'write' });
      expect((await transaction.stat(file.path)).size).toBe(3);
      const { text } = await transaction.readText(file.path);
      await transaction.write('src/a.txt', `${text} and new`, { mode: 'replace' });
    },
    { lock: ['src/a.txt'] },
  );
  expect(made.text('src/a.txt')).toBe('old and new');
  expect(lookups).toEqual([join(made.root, 'src/a.txt')]);
});

it('a transaction checks every use of a path for its own kind of access', async () => {
  const made = temporaryWorkspace({ '.git/config': '', 'a.txt': '' });
  const attempt = made.workspace.transaction(async (transaction) => {
    await transaction.resolve('.git/config', { access: 'write', allowProtected: true });
    expect(await codeOf(transaction.write('.git/config', 'x'))).toBe('PROTECTED_PATH');
    expect(await codeOf(transaction.write('a.txt', 'x', { mode: 'create' }))).toBe('ALREADY_EXISTS');
    expect(await codeOf(transaction.read('b.txt'))).toBe('FILE_NOT_FOUND');
    await transaction.write('b.txt', 'new');
  });
  expect((await attempt).change.files).toEqual([{ path: 'b.txt', kind: 'created' }]);
});
