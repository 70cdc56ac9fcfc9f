import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolFailure, type ToolError } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { createWorkspace, interceptFileSystem, MemoryFileSystem, nodeFileSystem } from '../../src/index.ts';
import { temporaryWorkspace, type TemporaryWorkspace } from '../temporary-workspace.ts';

async function errorOf(work: Promise<unknown>): Promise<ToolError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ToolFailure) return error.error;
    throw error;
  }
  throw new Error('It did not fail.');
}

/** A workspace with a link of every kind. */
function linked(): TemporaryWorkspace {
  const made = temporaryWorkspace({ 'a.txt': 'a', 'sub/b.txt': 'b', '.toolignore': 'hidden\n', 'hidden/there': 'x' });
  mkdirSync(join(made.base, 'outside'));
  writeFileSync(join(made.base, 'outside/there'), 'x');
  for (const [name, target] of [
    ['dead', 'nowhere'],
    ['sub/dead', '../nowhere/deeper'],
    ['chain', 'dead'],
    ['out-there', '../outside/there'],
    ['out-dead', '../outside/nowhere'],
    ['out-chain', 'out-dead'],
    ['out-absolute', '/nowhere-at-all/x'],
    ['hidden-there', 'hidden/there'],
    ['hidden-dead', 'hidden/nowhere'],
    ['loop', 'loop'],
  ] as const)
    symlinkSync(target, join(made.root, name));
  return made;
}

describe('a link to something that does not exist', () => {
  it('is nothing for who reads, with a word on why', async () => {
    const { workspace } = linked();
    for (const [path, link] of [
      ['dead', 'dead'],
      ['dead/x', 'dead'],
      ['sub/dead', 'sub/dead'],
      ['chain', 'chain'],
      ['chain/x/y', 'chain'],
    ] as const) {
      for (const work of [
        () => workspace.read(path),
        () => workspace.list(path),
        () => workspace.stat(path),
        () => workspace.readLines(path),
      ]) {
        const error = await errorOf(work());
        expect(error, path).toMatchObject({ code: 'FILE_NOT_FOUND', details: { path, link } });
        expect(error.message).toBe(`${link} is a link to something that does not exist.`);
        expect(error.suggestion).toContain('delete the link');
      }
    }
  });

  it('is refused for who writes, and never made', async () => {
    const made = linked();
    for (const path of ['dead', 'dead/x', 'sub/dead', 'chain', 'chain/x']) {
      for (const work of [
        () => made.workspace.write(path, 'x'),
        () => made.workspace.write(path, 'x', { mode: 'create' }),
        () => made.workspace.move('a.txt', path),
      ])
        expect((await errorOf(work())).code, path).toBe('INVALID_PATH');
    }
    expect(made.text('nowhere')).toBeUndefined();
    expect((await made.workspace.remove('dead')).files).toEqual([{ path: 'dead', kind: 'removed' }]);
  });

  it('does not reveal whether a file outside or a hidden file exists', async () => {
    const { workspace } = linked();
    await workspace.roots();
    for (const access of ['read', 'list', 'stat', 'write', 'create'] as const) {
      for (const path of ['out-there', 'out-dead', 'out-chain', 'out-absolute']) {
        const expected = { code: 'INVALID_PATH', message: `${path} is outside the workspace.` };
        expect(await errorOf(workspace.resolve(path, { access })), `${access} ${path}`).toMatchObject(expected);
        expect(await errorOf((async () => workspace.resolveSync?.(path, { access }))())).toMatchObject(expected);
      }
      for (const path of ['hidden-there', 'hidden-dead'])
        expect((await errorOf(workspace.resolve(path, { access }))).code, `${access} ${path}`).toBe('PATH_IGNORED');
    }
  });

  it('is the same in memory', async () => {
    const fs = new MemoryFileSystem({ '/ws/a.txt': 'a' });
    await fs.symlink('nowhere', '/ws/dead');
    const workspace = createWorkspace({ roots: ['/ws'], state: '/state', fs });
    expect((await errorOf(workspace.read('dead'))).code).toBe('FILE_NOT_FOUND');
    expect((await errorOf(workspace.write('dead', 'x'))).code).toBe('INVALID_PATH');
  });
});

describe('a path below a file', () => {
  it('names the file that is no folder', async () => {
    const { workspace } = linked();
    symlinkSync('sub', join((await workspace.roots())[0] ?? '', 'folder'));
    expect(await errorOf(workspace.write('a.txt/b', 'x'))).toMatchObject({
      code: 'NOT_A_DIRECTORY',
      message: 'There can be no a.txt/b: a.txt is a file, not a folder.',
      suggestion: 'Use a.txt itself, or choose a path that does not go through it.',
    });
    expect(await errorOf(workspace.write('folder/b.txt/c/d', 'x'))).toMatchObject({
      message: 'There can be no folder/b.txt/c/d: sub/b.txt is a file, not a folder.',
    });
    expect(await errorOf(workspace.read('a.txt/b'))).toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: 'There can be no a.txt/b: a.txt is a file, not a folder.',
    });
    expect((await errorOf(workspace.remove('a.txt/b'))).code).toBe('FILE_NOT_FOUND');
  });
});

describe('what the workspace says about a path', () => {
  it('never holds the place of the root on this machine', async () => {
    const made = linked();
    const { workspace, root } = made;
    const errors: ToolError[] = [];
    const paths = ['nowhere', 'dead', 'sub/dead/x', 'a.txt/b', 'loop', 'loop/x', 'none/../x', 'sub', '.', 'out-there'];
    for (const path of [
      ...paths,
      'hidden/there',
      '../outside/there',
      '.git/config',
      `x/${'n'.repeat(255)}/`.repeat(17),
    ]) {
      for (const work of [
        () => workspace.read(path),
        () => workspace.list(path),
        () => workspace.stat(path),
        () => workspace.readLines(path),
        () => workspace.write(path, 'x', { mode: 'create' }),
        () => workspace.move(path, 'a.txt'),
        () => workspace.remove(path),
      ])
        await work().catch((error: unknown) => error instanceof ToolFailure && errors.push(error.error));
    }
    expect(errors.length).toBeGreaterThan(60);
    for (const error of errors) expect(JSON.stringify(error)).not.toContain(root);
  });

  it('nor where a folder is replaced while it is read, or a file is held by somebody else', async () => {
    const made = linked();
    made.put('sub/deep/c.txt', 'c');
    const fs = interceptFileSystem(nodeFileSystem, ({ name, path }) => {
      if (name !== 'open' || !path.endsWith('/sub/deep')) return;
      renameSync(join(made.root, 'sub'), join(made.root, 'moved'));
      symlinkSync('moved', join(made.root, 'sub'));
    });
    const replaced = await errorOf(made.reopen({ fs }).read('sub/deep/c.txt'));
    expect(replaced).toMatchObject({
      code: 'INVALID_PATH',
      message: 'The folder sub/deep was moved or replaced by a link during the call.',
      details: { path: 'sub/deep' },
    });
    const lock = await made.workspace.lock('a.txt');
    expect(await errorOf(made.workspace.write('a.txt', 'x', { lockTimeoutMs: 20 }))).toMatchObject({
      code: 'LOCKED',
      message: 'Another call or process holds a.txt.',
      details: { path: 'a.txt' },
    });
    await lock.release();
  });
});
