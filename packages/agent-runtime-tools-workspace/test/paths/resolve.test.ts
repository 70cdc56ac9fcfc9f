import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, nodeFileSystem } from '../../src/index.ts';
import { codeOf, temporaryFolder, temporaryWorkspace } from '../temporary-workspace.ts';

describe.each([
  ['bound to open folders', nodeFileSystem],
  ['checked by a second look', { ...nodeFileSystem, descriptorPaths: false }],
])('a workspace %s', (_name, fs) => {
  it('refuses links that lead out, and follows those that stay', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'in', 'dir/b.txt': 'b' }, { fs });
    mkdirSync(join(made.base, 'outside'));
    writeFileSync(join(made.base, 'outside/s.txt'), 'secret');
    symlinkSync('../outside', join(made.root, 'out'));
    symlinkSync('../outside/s.txt', join(made.root, 'out.txt'));
    symlinkSync('../outside/missing', join(made.root, 'dangling'));
    symlinkSync('dir', join(made.root, 'in'));
    for (const path of ['out/s.txt', 'out.txt', 'out/new.txt', 'dangling', 'dangling/x', 'in/../../outside/s.txt']) {
      expect(await codeOf(made.workspace.write(path, 'x')), path).toBe('INVALID_PATH');
    }
    await made.workspace.write('in/b.txt', 'B');
    await made.workspace.write('in/new/c.txt', 'C');
    expect([made.text('dir/b.txt'), made.text('dir/new/c.txt')]).toEqual(['B', 'C']);
    expect((await made.workspace.resolve('in/b.txt', { access: 'read' })).relative).toBe('dir/b.txt');
    expect(await codeOf(made.workspace.read('out.txt'))).toBe('INVALID_PATH');
    expect(await codeOf(made.workspace.remove('out.txt'))).toBe('ok');
  });

  it('refuses devices, pipes and sockets without opening them', async () => {
    const made = temporaryWorkspace({}, { fs });
    execFileSync('mkfifo', [join(made.root, 'pipe')]);
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(join(made.root, 'socket'), resolve));
    symlinkSync('/dev/zero', join(made.root, 'zero'));
    expect(await codeOf(made.workspace.read('pipe'))).toBe('NOT_A_FILE');
    expect(await codeOf(made.workspace.write('pipe', 'x'))).toBe('NOT_A_FILE');
    expect(await codeOf(made.workspace.readLines('socket'))).toBe('NOT_A_FILE');
    expect(await codeOf(made.workspace.read('zero'))).toBe('INVALID_PATH');
    await new Promise((resolve) => void server.close(resolve));
  });
});

describe('a workspace', () => {
  it('does not reveal which files exist outside the roots or are hidden', async () => {
    const made = temporaryWorkspace({ '.toolignore': 'hidden/', 'hidden/there': 'x', 'file.txt': 'x' });
    writeFileSync(join(made.base, 'there'), 'x');
    for (const name of ['there', 'nowhere']) {
      expect(await codeOf(made.workspace.read(`../${name}/x`)), name).toBe('INVALID_PATH');
      expect(await codeOf(made.workspace.read(`hidden/${name}/x`)), name).toBe('PATH_IGNORED');
      expect(await codeOf(made.workspace.write(`hidden/${name}/x`, '')), name).toBe('PATH_IGNORED');
    }
    expect(await codeOf(made.workspace.read('file.txt/x'))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(made.workspace.write('file.txt/x', ''))).toBe('NOT_A_DIRECTORY');
  });

  it('has several roots, the inner one deciding, and shows paths of the others in full', async () => {
    const base = temporaryFolder();
    for (const name of ['one/vendor', 'two']) mkdirSync(join(base, name), { recursive: true });
    const workspace = createWorkspace({
      roots: [join(base, 'one'), join(base, 'two'), { path: join(base, 'one/vendor'), readOnly: true }],
      state: join(base, 'state'),
    });
    await workspace.write('a.txt', 'a');
    await workspace.write(join(base, 'two/b.txt'), 'b');
    expect((await workspace.resolve('a.txt', { access: 'read' })).display).toBe('a.txt');
    expect(await workspace.resolve(join(base, 'two/b.txt'), { access: 'read' })).toMatchObject({
      display: `${base}/two/b.txt`,
      relative: 'b.txt',
    });
    expect(await codeOf(workspace.write('vendor/x', 'x'))).toBe('READ_ONLY');
    expect((await workspace.read('b.txt', { cwd: join(base, 'two') })).bytes.toString()).toBe('b');
    expect(await codeOf(workspace.read('../two/b.txt'))).toBe('ok');
    expect(await codeOf(workspace.read('a.txt', { cwd: '/etc' }))).toBe('ok');
  });

  it('refuses its own state inside a root, as given and behind a link', async () => {
    const base = temporaryFolder();
    mkdirSync(join(base, 'ws'));
    symlinkSync('ws', join(base, 'link'));
    expect(() => createWorkspace({ roots: [join(base, 'ws')], state: join(base, 'ws/.state') })).toThrow(
      'lies in the workspace root',
    );
    await expect(
      createWorkspace({ roots: [join(base, 'ws')], state: join(base, 'link/.state') }).roots(),
    ).rejects.toThrow('lies in the workspace root');
    expect(() => createWorkspace({ roots: [] })).toThrow('at least one root');
  });

  it('gives a typed error and writes nowhere when its root is gone or replaced', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a' });
    await made.workspace.read('a.txt');
    renameSync(made.root, `${made.root}-away`);
    expect(await codeOf(made.workspace.write('a.txt', 'x'))).toBe('INVALID_PATH');
    expect(await codeOf(made.workspace.read('a.txt'))).not.toBe('ok');
    symlinkSync(`${made.root}-away`, made.root);
    expect(await codeOf(made.workspace.write('a.txt', 'x'))).toBe('INVALID_PATH');
    rmSync(made.root);
  });

  it('never leaves a descriptor open, whatever the calls end in', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a', 'dir/b': 'b' });
    const open = async (): Promise<number> => (await nodeFileSystem.readdir('/proc/self/fd')).length;
    await made.workspace.read('a.txt');
    const before = await open();
    const calls = Array.from({ length: 1000 }, (_, index) =>
      codeOf(
        index % 4 === 0
          ? made.workspace.write(`dir/f${index}`, 'x', { lockTimeoutMs: 60_000 })
          : made.workspace.read(index % 4 === 1 ? 'a.txt' : index % 4 === 2 ? 'dir' : 'missing'),
      ),
    );
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['ok', 'IS_DIRECTORY', 'FILE_NOT_FOUND']));
    expect(await open()).toBe(before);
  }, 30_000);
});
