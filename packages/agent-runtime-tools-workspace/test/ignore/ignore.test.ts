import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interceptFileSystem, nodeFileSystem } from '../../src/index.ts';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

describe('a tool ignore file (.toolignore, .clineignore, .rooignore)', () => {
  it.each(['.toolignore', '.clineignore', '.rooignore'])('stands for every access: %s', async (name) => {
    const made = temporaryWorkspace({
      [name]: 'secret/\n*.key\n!public.key\n',
      'secret/a.txt': 's',
      'x.key': 'k',
      'public.key': 'p',
      'open.txt': 'o',
    });
    const { workspace } = made;
    symlinkSync('secret/a.txt', join(made.root, 'link'));
    for (const path of ['secret/a.txt', 'secret/new/x', 'x.key', 'X.KEY', 'link']) {
      expect(await codeOf(workspace.read(path)), path).toMatch(/PATH_IGNORED|FILE_NOT_FOUND/);
      expect(await codeOf(workspace.write(path, 'x')), path).toBe('PATH_IGNORED');
    }
    expect(await codeOf(workspace.read('secret/a.txt'))).toBe('PATH_IGNORED');
    expect(await codeOf(workspace.stat('x.key'))).toBe('PATH_IGNORED');
    expect(await codeOf(workspace.list('secret'))).toBe('PATH_IGNORED');
    expect(await codeOf(workspace.remove('secret', { recursive: true }))).toBe('PATH_IGNORED');
    expect(await codeOf(workspace.move('x.key', 'y.txt'))).toBe('PATH_IGNORED');
    expect(await codeOf(workspace.read('public.key'))).toBe('ok');
    expect((await workspace.list('.', { recursive: true })).entries.map(({ path }) => path)).toEqual([
      'link',
      'open.txt',
      'public.key',
    ]);
    expect(
      ['secret/a.txt', 'x.key', 'public.key', 'open.txt', '.']
        .map((path) => join(made.root, path))
        .map(await workspace.hiddenPathMatcher()),
    ).toEqual([true, true, false, false, false]);
  });

  it('protects its files from a move of their folder, and itself from tools', async () => {
    const made = temporaryWorkspace({ '.toolignore': 'app/*.key\n', 'app/x.key': 'k', 'app/a.txt': 'a' });
    expect(await codeOf(made.workspace.move('app', 'other'))).toBe('PATH_IGNORED');
    expect(await codeOf(made.workspace.remove('app', { recursive: true }))).toBe('PATH_IGNORED');
    expect(await codeOf(made.workspace.write('.toolignore', ''))).toBe('PROTECTED_PATH');
    expect(await codeOf(made.workspace.remove('.toolignore'))).toBe('PROTECTED_PATH');
  });

  it('of an outer root also hides paths of a root inside it', async () => {
    const made = temporaryWorkspace({
      '.toolignore': 'vendor/secret/\n',
      'vendor/secret/x': 's',
      'vendor/.toolignore': 'own\n',
      'vendor/own': 'o',
      'vendor/y': 'y',
    });
    const workspace = made.reopen({ roots: [made.root, join(made.root, 'vendor')] });
    expect(
      await Promise.all(['vendor/secret/x', 'vendor/own', 'vendor/y'].map((path) => codeOf(workspace.read(path)))),
    ).toEqual(['PATH_IGNORED', 'PATH_IGNORED', 'ok']);
    expect((await workspace.list('vendor', { recursive: true })).entries.map(({ name }) => name)).toEqual(['y']);
  });

  it('that cannot be read makes every call fail', async () => {
    const made = temporaryWorkspace(
      { 'a.txt': 'a', '.toolignore': 'b' },
      {
        fs: interceptFileSystem(nodeFileSystem, ({ name, path }) => {
          if (name === 'open' && path.endsWith('.toolignore')) throw Object.assign(new Error('EIO'), { code: 'EIO' });
        }),
      },
    );
    expect(await codeOf(made.workspace.read('a.txt'))).toBe('IO_ERROR');
  });

  it('is read again after a person has changed it', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a' });
    expect(await codeOf(made.workspace.read('a.txt'))).toBe('ok');
    made.put('.toolignore', 'a.txt\n');
    expect(await codeOf(made.workspace.read('a.txt'))).toBe('PATH_IGNORED');
    made.put('.toolignore', 'b.txt\n');
    expect(await codeOf(made.workspace.read('a.txt'))).toBe('ok');
    made.put('rules', 'x\n');
    symlinkSync('rules', join(made.root, '.rooignore'));
    expect(await codeOf(made.workspace.read('a.txt'))).toBe('ok');
    made.put('rules', 'a.*\n');
    expect(await codeOf(made.workspace.read('a.txt'))).toBe('PATH_IGNORED');
  });
});

describe('a listing', () => {
  it('leaves out exactly what git ignores', async () => {
    const names = [
      'a.log',
      'keep.log',
      'src/a.ts',
      'src/a.log',
      'src/out/x',
      'build/y',
      'src/build/z',
      'deep/a/b/c.tmp',
      'deep/a/b/d.txt',
      'deep/.gitkeep',
      'node_modules/x/index.js',
      'doc/one.md',
      'doc/two.md',
      'UPPER.LOG',
      'excluded/x',
      'src/a.local',
    ];
    const made = temporaryWorkspace({
      ...Object.fromEntries(names.map((name) => [name, ''])),
      '.gitignore': '*.log\n!keep.log\n/build\nnode_modules/\nsrc/out\ndoc/*\n!doc/two.md\n',
      'src/.gitignore': '!a.log\n',
      'deep/.gitignore': '*.tmp\n',
    });
    execFileSync('git', ['init', '-q'], { cwd: made.root });
    made.put('.git/info/exclude', 'excluded/\n*.local\n');
    const byGit = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], {
      cwd: made.root,
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
      .toSorted();
    const { entries } = await made.workspace.list('.', { recursive: true, includeHidden: true });
    expect(
      entries
        .filter(({ type }) => type === 'file')
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(byGit);
    for (const name of names) expect(await made.workspace.isIgnored(name), name).toBe(!byGit.includes(name));
    const all = await made.workspace.list('.', { recursive: true, includeIgnored: true });
    expect(all.entries.map(({ path }) => path)).toContain('node_modules/x/index.js');
  });

  it('is in stable order, bounded, says how much there is, and does not follow links', async () => {
    const made = temporaryWorkspace({ 'b/y': '1', 'b/x': '', a: '', c: '', '.hidden': '' });
    symlinkSync('..', join(made.root, 'b/up'));
    const { entries, total, truncated } = await made.workspace.list('.', { recursive: true });
    expect(entries.map(({ path, type }) => `${path} ${type}`)).toEqual([
      'a file',
      'b directory',
      'b/up symlink',
      'b/x file',
      'b/y file',
      'c file',
    ]);
    expect([total, truncated, entries[4]?.size]).toEqual([6, false, 1]);
    expect(await made.workspace.list('.', { recursive: true, limit: 2 })).toMatchObject({
      total: 6,
      truncated: true,
      entries: [{ path: 'a' }, { path: 'b' }],
    });
    expect((await made.workspace.list('b')).entries.map(({ path }) => path)).toEqual(['b/up', 'b/x', 'b/y']);
    expect(await codeOf(made.workspace.list('a'))).toBe('NOT_A_DIRECTORY');
    expect(await codeOf(made.workspace.list('.', { signal: AbortSignal.abort() }))).toBe('CANCELLED');
  });
});

describe('an ignore file that is too large', () => {
  it('hides everything until it is shorter, and says so', async () => {
    const rules = `${'# a comment that takes room\n'.repeat(40_000)}secret.txt\n`;
    const made = temporaryWorkspace({ '.toolignore': rules, 'a.txt': 'a', 'secret.txt': 's' });
    for (const work of [
      () => made.workspace.read('a.txt'),
      () => made.workspace.read('secret.txt'),
      () => made.workspace.list('.'),
      () => made.workspace.write('a.txt', 'b'),
      () => made.workspace.hiddenPathMatcher(),
    ])
      expect(await codeOf(work())).toBe('TOO_LARGE');
    await expect(made.workspace.read('a.txt')).rejects.toThrow(/\.toolignore has more than 1048576 bytes/);
    made.put('.toolignore', 'secret.txt\n');
    expect(await codeOf(made.workspace.read('a.txt'))).toBe('ok');
    expect(await codeOf(made.workspace.read('secret.txt'))).toBe('PATH_IGNORED');
  });

  it('is read to its last line if it is not too large', async () => {
    const made = temporaryWorkspace({
      '.toolignore': `${'# a comment that takes room\n'.repeat(20_000)}secret.txt\n`,
      'secret.txt': 's',
    });
    expect(await codeOf(made.workspace.read('secret.txt'))).toBe('PATH_IGNORED');
  });
});
