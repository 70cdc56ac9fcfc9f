import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interceptFileSystem, type FileOperation } from '../../src/fs/intercept-file-system.ts';
import { nodeFileSystem } from '../../src/index.ts';
import { temporaryWorkspace } from '../temporary-workspace.ts';

/** Entries have their own paths here, not those of open folders. */
const plainPaths = { ...nodeFileSystem, descriptorPaths: false };

/** What a transaction that writes these files does to the disk, and when it commits and ends. */
async function operationsOf(paths: readonly string[], existing: readonly string[] = []) {
  const operations: FileOperation[] = [];
  const fs = interceptFileSystem(plainPaths, (operation) => {
    if (operation.changes || operation.name === 'sync') operations.push(operation);
  });
  const { workspace, root, state } = temporaryWorkspace(Object.fromEntries(existing.map((path) => [path, 'old'])), {
    fs,
  });
  await workspace.roots();
  operations.length = 0;
  await workspace.transaction(async (transaction) => {
    for (const path of paths) await transaction.write(path, 'new');
  });
  const commit = operations.findIndex(({ path }) => path.startsWith(state) && path.endsWith('.commit'));
  const end = operations.findIndex(
    ({ name, path }) => name === 'rename' && path.startsWith(state) && basename(dirname(path)) === 'changes',
  );
  expect(commit).toBeGreaterThan(0);
  expect(end).toBeGreaterThan(commit);
  return { root, prepared: operations.slice(0, commit), applied: operations.slice(commit, end) };
}

/** The folders in which one of these operations makes an entry that is not flushed after it. */
function unflushedFolders(operations: readonly FileOperation[], root: string, names: readonly string[]): string[] {
  const last = new Map<string, number>();
  for (const [at, { name, path }] of operations.entries())
    if (path.startsWith(root) && names.includes(name)) last.set(dirname(path), at);
  return [...last].flatMap(([folder, made]) => {
    const isFlushed = operations.some(({ name, path }, at) => name === 'sync' && path === folder && at > made);
    return isFlushed ? [] : folder;
  });
}

const many = Array.from({ length: 70 }, (_, at) => `d${at}/a.txt`);

describe.for([
  ['one file', ['a.txt'], ['a.txt']],
  ['a new file in new folders', ['new/deep/a.txt'], []],
  ['files in more folders than are open at a time', many, many],
] as const)('a transaction that writes %s', ([, paths, existing]) => {
  it('flushes the new content and the folders before it commits', async () => {
    const { prepared, root } = await operationsOf(paths, existing);
    const written = prepared.filter(({ name, path }) => name === 'write' && path.startsWith(root));
    expect(written).toHaveLength(paths.length);
    for (const { path } of written) {
      const own = prepared.filter((operation) => operation.path === path).map(({ name }) => name);
      expect(own.lastIndexOf('sync')).toBeGreaterThan(own.lastIndexOf('write'));
    }
    expect(unflushedFolders(prepared, root, ['open', 'mkdir', 'link'])).toEqual([]);
  });

  it('flushes the folders again once everything is in place', async () => {
    const { applied, root } = await operationsOf(paths, existing);
    const targets = applied.filter(({ name }) => name === 'rename' || name === 'link').map(({ path }) => path);
    for (const path of paths) expect(targets).toContain(join(root, path));
    expect(unflushedFolders(applied, root, ['rename', 'link'])).toEqual([]);
  });
});
