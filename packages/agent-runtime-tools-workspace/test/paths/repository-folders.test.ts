import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, MemoryFileSystem } from '../../src/index.ts';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

describe('the folder of a repository', () => {
  it('is protected under any name, where a .git file leads to it', async () => {
    const made = temporaryWorkspace({ 'src/a.txt': 'a' });
    execFileSync('git', ['init', '-q', `--separate-git-dir=${join(made.root, 'wt')}`, made.root]);
    for (const path of ['wt/config', 'wt/hooks/pre-commit', 'wt/new', './src/../wt/config'])
      expect(await codeOf(made.workspace.write(path, 'x')), path).toBe('PROTECTED_PATH');
    expect(await codeOf(made.workspace.remove('wt/config'))).toBe('PROTECTED_PATH');
    expect(await codeOf(made.workspace.move('src/a.txt', 'wt/hooks/post-checkout'))).toBe('PROTECTED_PATH');
    expect(await codeOf(made.workspace.write('src/a.txt', 'x'))).toBe('ok');
    expect(await codeOf(made.workspace.write('wtf/config', 'x'))).toBe('ok');
    expect(await codeOf(made.workspace.write('wt/config', 'x', { allowProtected: true }))).toBe('ok');
    expect(made.workspace.resolveSync?.('src/a.txt', { access: 'write' })?.protected).toBe(false);
    await expect(made.workspace.resolve('wt/HEAD', { access: 'write', allowProtected: true })).resolves.toMatchObject({
      protected: true,
    });
  });

  it.each([
    ['gitdir: wt', 'wt/config'],
    ['gitdir:\twt \nmore', 'wt/config'],
    ['gitdir: ./x/../wt\r\n', 'wt/deep/config'],
  ])('is protected before git finds it complete: %j', async (content, path) => {
    const made = temporaryWorkspace({ '.git': content });
    expect(await codeOf(made.workspace.write(path, 'x'))).toBe('PROTECTED_PATH');
    expect(() => made.workspace.resolveSync?.(path, { access: 'write' })).toThrow('protected');
    expect(await codeOf(made.workspace.write('other/config', 'x'))).toBe('ok');
  });

  it('is protected where git would find it by itself, and so is what makes a folder one', async () => {
    const made = temporaryWorkspace({ 'bare/HEAD': 'ref: refs/heads/main', 'half/HEAD': '', 'linked/HEAD': '' });
    for (const name of ['bare/objects', 'bare/refs', 'half/objects']) mkdirSync(join(made.root, name));
    const write = (path: string): Promise<string> => codeOf(made.workspace.write(path, 'x'));
    expect([await write('bare/config'), await write('bare/deep/er/x')]).toEqual(['PROTECTED_PATH', 'PROTECTED_PATH']);
    expect([await write('half/config'), await write('half/refs/x'), await write('half/REFS/x')]).toEqual([
      'ok',
      'PROTECTED_PATH',
      'PROTECTED_PATH',
    ]);
    expect([await write('linked/x'), await write('linked/commondir')]).toEqual(['ok', 'PROTECTED_PATH']);
    expect([await write('HEAD'), await write('objects/a'), await write('refs/a')]).toEqual([
      'ok',
      'ok',
      'PROTECTED_PATH',
    ]);
  });

  it.each(['wt', 'bare'])('has only files that git reads under protection, once they exist: %s', async (name) => {
    const made = temporaryWorkspace();
    const folder = join(made.root, name);
    if (name === 'wt') execFileSync('git', ['init', '-q', `--separate-git-dir=${folder}`, made.root]);
    else execFileSync('git', ['init', '-q', '--bare', folder]);
    const options = ['--git-dir', folder, '--work-tree', made.root, '-c', 'user.name=a', '-c', 'user.email=a@b'];
    execFileSync('git', [...options, 'commit', '-q', '--allow-empty', '-m', 'first']);
    execFileSync('git', [...options, 'pack-refs', '--all']);
    writeFileSync(join(folder, 'hooks', 'notes.md'), '');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(files.length).toBeGreaterThan(8);
    for (const file of files) {
      const path = relative(made.root, join(file.parentPath, file.name));
      expect(await codeOf(made.workspace.write(path, 'x')), path).toBe('PROTECTED_PATH');
    }
    writeFileSync(join(folder, 'notes.md'), 'mine');
    mkdirSync(join(folder, 'mine'));
    expect(await codeOf(made.workspace.write(`${name}/new.md`, 'x'))).toBe('PROTECTED_PATH');
    expect(await codeOf(made.workspace.remove(`${name}/mine`))).toBe('PROTECTED_PATH');
    expect(await codeOf(made.workspace.write(`${name}/notes.md`, 'x'))).toBe('ok');
  });

  it('is known on any file system', async () => {
    const fs = new MemoryFileSystem({ '/ws/.git': 'gitdir: wt\n', '/ws/a': '' });
    const workspace = createWorkspace({ roots: ['/ws'], state: '/state', fs });
    expect([await codeOf(workspace.write('wt/config', 'x')), await codeOf(workspace.write('b', 'x'))]).toEqual([
      'PROTECTED_PATH',
      'ok',
    ]);
  });
});

describe('a path of blanks', () => {
  it.each([' ', '\t', ' \n ', 'a/ ', '\u00a0', './  '])('is refused: %j', async (path) => {
    const made = temporaryWorkspace({ 'a/b': '' });
    expect(await codeOf(made.workspace.write(path, 'x'))).toBe('INVALID_PATH');
    expect(await codeOf(made.workspace.read(path))).toBe('INVALID_PATH');
  });

  it('is none where there is more to the name', async () => {
    const made = temporaryWorkspace();
    expect(await codeOf(made.workspace.write('with blanks/ a', 'x'))).toBe('ok');
  });
});
