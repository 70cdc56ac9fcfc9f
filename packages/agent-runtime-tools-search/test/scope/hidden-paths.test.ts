import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, searchedTree, SearchedTree, valueOf, writeTree } from '../searched-tree.ts';

describe.each(['ripgrep', 'javascript', 'auto'] as const)('with %s, a search', (engine) => {
  it.each(['.toolignore', '.clineignore', '.rooignore'])('never shows what %s hides', async (wall) => {
    const tree = await searchedTree(
      {
        [wall]: 'secret/\n*.key\nDeep/Hidden.txt\n',
        'secret/a.txt': 'needle\n',
        'src/b.key': 'needle\n',
        'src/B.KEY': 'needle\n',
        'deep/hidden.txt': 'needle\n',
        'src/ok.txt': 'needle\n',
        '.gitignore': '!secret/\n!secret/*\n!*.key\n',
        'src/.gitignore': '!b.key\n',
      },
      { engine },
    );
    await symlink('../secret/a.txt', join(tree.root, 'src/link.txt'));
    await symlink('../secret', join(tree.root, 'src/folder'));
    for (const includeIgnored of [false, true]) {
      expect(await tree.places({ pattern: 'needle', includeIgnored })).toEqual(['src/ok.txt:1']);
      expect((await tree.grep({ pattern: 'needle', outputMode: 'files', includeIgnored })).files).toEqual([
        'src/ok.txt',
      ]);
      expect(await tree.places({ pattern: 'needle', path: 'src', include: '*', includeIgnored })).toEqual([
        'src/ok.txt:1',
      ]);
      expect(await tree.places({ pattern: 'needle', include: '*.{key,KEY}', includeIgnored })).toEqual([]);
      expect(await tree.glob({ pattern: '**/*.{key,KEY,txt}', includeIgnored })).toEqual(['src/ok.txt']);
      expect(await tree.glob({ pattern: 'secret/**', includeIgnored })).toEqual([]);
    }
    for (const path of ['secret', 'secret/a.txt', 'src/b.key', 'SECRET/../secret', 'src/link.txt', 'src/folder'])
      expect(codeOf(await tree.tryGrep({ pattern: 'needle', path })), path).not.toBe('ok');
    expect(codeOf(await tree.tryGlob({ pattern: '*', path: 'src/folder' }))).toBe('PATH_IGNORED');
  });

  it('never shows what the ignore file of an outer root hides', async () => {
    const { base } = await searchedTree({
      '.toolignore': 'inner/secret\n',
      'inner/secret/a.txt': 'needle\n',
      'inner/z.txt': 'needle\n',
    });
    const inner = join(base, 'root/inner');
    const tree = new SearchedTree(base, { engine }, [inner, join(base, 'root')]);
    for (const sort of ['path', 'modified'] as const)
      expect(valueOf(await tree.tryGlob({ pattern: '**', sort }))).toMatchObject({
        files: [{ path: 'z.txt' }],
        total: 1,
      });
    expect(await tree.places({ pattern: 'needle' })).toEqual(['z.txt:1']);
  });

  it('honours nested .gitignore files from any folder, and nothing above the root', async () => {
    const tree = await searchedTree(
      {
        '.gitignore': '*.log\n/build/\n!keep.log\n',
        'a/.gitignore': 'local\n!/b/special.log\n',
        'a/b/local': 'x\n',
        'a/b/special.log': 'x\n',
        'a/b/other.log': 'x\n',
        'a/b/keep.log': 'x\n',
        'a/b/build/c.txt': 'x\n',
        'build/d.txt': 'x\n',
        'a/b/up.txt': 'x\n',
        '.ignore': 'up.txt\n',
      },
      { engine },
    );
    await writeTree(tree.base, { '.gitignore': '*.txt\n', '.ignore': '*\n' });
    const shown = ['a/b/build/c.txt', 'a/b/keep.log', 'a/b/special.log', 'a/b/up.txt'];
    for (const path of ['.', 'a', 'a/b']) {
      expect(
        (await tree.grep({ pattern: 'x', path, outputMode: 'files', include: '*.{log,txt}' })).files,
        path,
      ).toEqual(shown);
      expect((await tree.glob({ pattern: '**/*.{txt,log}', path })).sort(), path).toEqual(shown);
    }
    expect(await tree.tryGrep({ pattern: 'x', path: 'build' })).toMatchObject({
      value: { total: 0 },
      metadata: { warnings: [expect.stringContaining('includeIgnored')] },
    });
    expect(await tree.places({ pattern: 'x', path: 'build', includeIgnored: true })).toEqual(['build/d.txt:1']);
  });

  it('never shows a .git folder', async () => {
    const tree = await searchedTree(
      { '.git/config': 'needle\n', 'sub/.git/HEAD': 'needle\n', 'a.txt': 'needle\n', '.github/x.yml': 'needle\n' },
      { engine },
    );
    for (const includeIgnored of [false, true]) {
      expect(await tree.places({ pattern: 'needle', includeIgnored })).toEqual(['.github/x.yml:1', 'a.txt:1']);
      expect(await tree.glob({ pattern: '**', includeIgnored })).toEqual(['.github/x.yml', 'a.txt']);
    }
    expect(codeOf(await tree.tryGrep({ pattern: 'x', path: '.git/config' }))).toBe('PATH_IGNORED');
  });

  it('ignores the configuration of ripgrep and git on the machine', async () => {
    const tree = await searchedTree({ 'a.txt': 'needle\n' }, { engine });
    await writeTree(tree.base, { rc: '--invert-match\n--pre=false\n', 'home/.config/git/ignore': '*.txt\n' });
    await mkdir(join(tree.base, 'home'), { recursive: true });
    const before = {
      RIPGREP_CONFIG_PATH: process.env['RIPGREP_CONFIG_PATH'],
      HOME: process.env['HOME'],
      XDG_CONFIG_HOME: process.env['XDG_CONFIG_HOME'],
    };
    Object.assign(process.env, {
      RIPGREP_CONFIG_PATH: join(tree.base, 'rc'),
      HOME: join(tree.base, 'home'),
      XDG_CONFIG_HOME: join(tree.base, 'home/.config'),
    });
    try {
      expect(await tree.places({ pattern: 'needle' })).toEqual(['a.txt:1']);
    } finally {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });
});
