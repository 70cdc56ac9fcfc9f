import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, searchedTree, SearchedTree, valueOf, writeTree } from '../searched-tree.ts';

const ENGINES = ['ripgrep', 'javascript', 'auto'] as const;

describe.each(ENGINES)('grep with %s', (engine) => {
  it('returns file, line, column and context lines', async () => {
    const tree = await searchedTree(
      { 'src/a.ts': 'one\ntwo\nlet needle = 1;\nfour\nfive\n', 'b.md': 'no\n' },
      { engine },
    );
    const value = await tree.grep({ pattern: 'needle', beforeContext: 1, afterContext: 2 });
    expect(value.matches).toEqual([
      { file: 'src/a.ts', line: 3, column: 5, content: 'let needle = 1;', before: ['two'], after: ['four', 'five'] },
    ]);
    expect(value).toMatchObject({ total: 1, filesSearched: 2, truncated: false, complete: true });
  });

  it("orders by path, with the content of a folder in its folder's place", async () => {
    const tree = await searchedTree(
      { 'a.txt': 'x\n', 'a/z.txt': 'x\n', 'a-b.txt': 'x\n', 'B.txt': 'x\n', 'é.txt': 'x\n' },
      { engine },
    );
    expect(await tree.places({ pattern: 'x' })).toEqual(['B.txt:1', 'a/z.txt:1', 'a-b.txt:1', 'a.txt:1', 'é.txt:1']);
  });

  it('takes a pattern that begins with a dash as a pattern', async () => {
    const tree = await searchedTree({ 'a.txt': 'run --files now\n-e\n' }, { engine });
    expect(await tree.places({ pattern: '--files' })).toEqual(['a.txt:1']);
    expect(await tree.places({ pattern: '-e', literal: true })).toEqual(['a.txt:2']);
    expect(await tree.places({ pattern: '--pre=touch MARK' })).toEqual([]);
  });

  it('counts columns in characters', async () => {
    const tree = await searchedTree({ 'a.txt': '日本語 𝒳 needle\n' }, { engine });
    const [match] = (await tree.grep({ pattern: 'needle' })).matches ?? [];
    expect(match?.content.slice((match.column ?? 0) - 1)).toBe('needle');
  });

  it('lists files and counts', async () => {
    const tree = await searchedTree({ 'a.txt': 'x x\nx\n', 'b.txt': 'x\n', 'c.txt': 'y\n' }, { engine });
    expect((await tree.grep({ pattern: 'x', outputMode: 'files' })).files).toEqual(['a.txt', 'b.txt']);
    expect((await tree.grep({ pattern: 'x', outputMode: 'count' })).counts).toEqual([
      { file: 'a.txt', count: 2 },
      { file: 'b.txt', count: 1 },
    ]);
  });

  it('stops at the limit with the first matches by path', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`f${String(n).padStart(2, '0')}.txt`, 'x\nx\n']),
    );
    const tree = await searchedTree(files, { engine });
    const value = await tree.grep({ pattern: 'x', limit: 3 });
    expect(value.matches?.map(({ file, line }) => `${file}:${line}`)).toEqual(['f00.txt:1', 'f00.txt:2', 'f01.txt:1']);
    expect(value.truncated).toBe(true);
    expect(value.total).toBeGreaterThan(3);
    expect(await tree.grep({ pattern: 'x', limit: 60 })).toMatchObject({ total: 60, truncated: false });
  });

  it('returns the context after the last match within the limit', async () => {
    const tree = await searchedTree({ 'a.txt': 'x1\nx2\nx3\nx4\n' }, { engine });
    const { matches } = await tree.grep({ pattern: 'x', limit: 1, afterContext: 2 });
    expect(matches).toMatchObject([{ line: 1, after: ['x2', 'x3'] }]);
  });

  it('reads UTF-16, a byte order mark and CRLF, and shows legacy bytes safely', async () => {
    const tree = await searchedTree(
      {
        'wide.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('see needle\r\n', 'utf16le')]),
        'mark.txt': '\ufeffneedle\n',
        'crlf.txt': 'needle\r\nother\r\n',
        'old.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, ...Buffer.from('needle\n')]),
      },
      { engine },
    );
    const { matches } = await tree.grep({ pattern: 'needle$' });
    expect(matches?.map(({ file, column, content }) => [file, column, content])).toEqual([
      ['crlf.txt', 1, 'needle'],
      ['mark.txt', 1, 'needle'],
      ['old.txt', 6, 'caf\ufffd needle'],
      ['wide.txt', 5, 'see needle'],
    ]);
  });

  it('finds matches over several lines', async () => {
    const tree = await searchedTree({ 'a.ts': 'start {\n  body\n}\nrest\n' }, { engine });
    const { matches } = await tree.grep({ pattern: '\\{\\n.*\\n\\}', multiline: true });
    expect(matches).toMatchObject([{ line: 1, column: 7, content: 'start {\n  body\n}' }]);
    const refused = await tree.tryGrep({ pattern: 'a\\nb' });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'INVALID_PATTERN', suggestion: expect.stringContaining('multiline: true') },
    });
  });

  it('takes lines that touch as one match where the pattern says where lines begin or end', async () => {
    const tree = await searchedTree({ 'a.ts': 'foo\nfoo\n\nfoo bar\n', 'empty.ts': '' }, { engine });
    const across = async (pattern: string): Promise<unknown> =>
      (await tree.grep({ pattern, multiline: true })).matches?.map(({ file, line, content }) => [file, line, content]);
    for (const pattern of ['^foo$', 'foo$']) expect(await across(pattern)).toEqual([['a.ts', 1, 'foo\nfoo']]);
    expect(await across('foo\\b')).toEqual([
      ['a.ts', 1, 'foo'],
      ['a.ts', 2, 'foo'],
      ['a.ts', 4, 'foo bar'],
    ]);
    expect(await across('^')).toEqual([['a.ts', 1, 'foo\nfoo\n\nfoo bar']]);
  });

  it('skips binary files', async () => {
    const tree = await searchedTree({ 'a.bin': 'needle\0needle\n', 'b.txt': 'needle\n' }, { engine });
    for (const outputMode of ['content', 'files', 'count'] as const)
      expect((await tree.grep({ pattern: 'needle', outputMode })).total).toBe(1);
  });

  it('keeps the part of a very long line that has the match', async () => {
    const tree = await searchedTree(
      { 'a.min.js': `${'é'.repeat(50_000)}needle${'y'.repeat(300_000)}\nshort needle\n` },
      { engine },
    );
    const [long, short] = (await tree.grep({ pattern: 'needle' })).matches ?? [];
    expect(long).toMatchObject({ column: 50_001, cut: true });
    expect(long?.content).toContain('needle');
    expect(long?.content.length).toBeLessThan(2_100);
    expect(long?.content).not.toContain('\ufffd');
    expect(short).toMatchObject({ line: 2, content: 'short needle' });
  });

  it('narrows by include and type', async () => {
    const tree = await searchedTree(
      {
        'a.ts': 'x\n',
        'src/b.ts': 'x\n',
        'src/c.tsx': 'x\n',
        'src/d.py': 'x\n',
        'src/e.log': 'x\n',
        '.gitignore': '*.log\n',
      },
      { engine },
    );
    expect(await tree.places({ pattern: 'x', include: '*.{ts,tsx}' })).toEqual(['a.ts:1', 'src/b.ts:1', 'src/c.tsx:1']);
    expect(await tree.places({ pattern: 'x', include: 'src/*.ts' })).toEqual(['src/b.ts:1']);
    expect(await tree.places({ pattern: 'x', type: 'py' })).toEqual(['src/d.py:1']);
    expect(await tree.places({ pattern: 'x', type: 'ts', include: '*.tsx' })).toEqual(['src/c.tsx:1']);
    // A glob that asks for ignored files does not lift .gitignore.
    expect(await tree.places({ pattern: 'x', include: '*.log' })).toEqual([]);
    expect(await tree.places({ pattern: 'x', path: 'src', include: '*.log' })).toEqual([]);
    expect(await tree.places({ pattern: 'x', include: '*.log', includeIgnored: true })).toEqual(['src/e.log:1']);
  });

  it('searches a single file', async () => {
    const tree = await searchedTree({ 'src/a.ts': 'x\ny\nx\n', 'src/b.ts': 'x\n' }, { engine });
    expect(await tree.places({ pattern: 'x', path: 'src/a.ts' })).toEqual(['src/a.ts:1', 'src/a.ts:3']);
    expect(await tree.places({ pattern: 'x', path: join(tree.root, 'src/a.ts') })).toEqual([
      'src/a.ts:1',
      'src/a.ts:3',
    ]);
    expect(await tree.places({ pattern: 'x', path: 'src/a.ts', include: '*.md' })).toEqual([]);
    expect((await tree.grep({ pattern: 'x', path: 'src/a.ts', outputMode: 'count' })).counts).toEqual([
      { file: 'src/a.ts', count: 2 },
    ]);
  });

  it('explains an invalid pattern and an unknown type', async () => {
    const tree = await searchedTree({ 'a.txt': 'x\n' }, { engine });
    for (const pattern of ['foo(', '[a', '*', '(?=x)', '\\1']) {
      const result = await tree.tryGrep({ pattern });
      expect(codeOf(result), pattern).toBe('INVALID_PATTERN');
      expect(result).toMatchObject({ error: { kind: 'validation_error', suggestion: expect.any(String) } });
    }
    expect(await tree.tryGrep({ pattern: 'x', type: 'typescrpt' })).toMatchObject({
      error: { code: 'UNKNOWN_FILE_TYPE', suggestion: expect.stringContaining('typescript') },
    });
    expect(codeOf(await tree.tryGrep({ pattern: 'x', include: '[' }))).toBe('INVALID_GLOB');
  });

  it('refuses paths outside, missing paths and pipes, and does not wait for a pipe in a folder', async () => {
    const tree = await searchedTree({ 'a.txt': 'x\n' }, { engine });
    await writeTree(tree.base, { 'outside/s.txt': 'x\n' });
    await symlink(join(tree.base, 'outside'), join(tree.root, 'link'));
    execFileSync('mkfifo', [join(tree.root, 'pipe')]);
    for (const path of ['../outside', join(tree.base, 'outside'), 'link', 'link/s.txt'])
      expect(codeOf(await tree.tryGrep({ pattern: 'x', path })), path).toBe('INVALID_PATH');
    expect(codeOf(await tree.tryGrep({ pattern: 'x', path: 'nope' }))).toBe('FILE_NOT_FOUND');
    expect(codeOf(await tree.tryGrep({ pattern: 'x', path: 'pipe' }))).toBe('NOT_A_FILE');
    expect(codeOf(await tree.tryGrep({ pattern: 'x', path: '.git' }))).not.toBe('ok');
    expect(await tree.places({ pattern: 'x' })).toEqual(['a.txt:1']);
  });

  it('shows files of another root with their whole path', async () => {
    const { base } = await searchedTree({ 'a.txt': 'x\n' });
    await writeTree(base, { 'second/b.txt': 'x\n' });
    const tree = new SearchedTree(base, { engine }, [join(base, 'root'), join(base, 'second')]);
    expect(await tree.places({ pattern: 'x', path: join(base, 'second') })).toEqual([
      `${join(base, 'second')}/b.txt:1`,
    ]);
  });

  it('treats special characters in names literally', async () => {
    const names = [
      '-rf',
      '$HOME.txt',
      'with space',
      "quo'te",
      'new\nline',
      '日本',
      '%2e',
      '[x]',
      'back\\slash',
      '.dot',
    ];
    const tree = await searchedTree(Object.fromEntries(names.map((name) => [`d/${name}`, 'x\n'])), { engine });
    expect((await tree.grep({ pattern: 'x', outputMode: 'files' })).files?.sort()).toEqual(
      names.map((name) => `d/${name}`).sort(),
    );
    for (const name of names) expect((await tree.grep({ pattern: 'x', path: `d/${name}` })).total, name).toBe(1);
  });

  it('is not held up by hostile patterns', async () => {
    const tree = await searchedTree({ 'a.txt': `${'a'.repeat(40)}!\n${'a'.repeat(60)}!\n` }, { engine });
    for (const pattern of ['(a+)+$', '(a|aa)+$', '(a*)*b', '(?:a?){30}a{30}b']) {
      const start = performance.now();
      const code = codeOf(await tree.tryGrep({ pattern }));
      expect(engine === 'javascript' ? ['ok', 'PATTERN_TOO_SLOW'] : ['ok']).toContain(code);
      expect(performance.now() - start).toBeLessThan(8_000);
    }
  }, 60_000);
});

it('grep tells a model the matches by file', async () => {
  const tree = await searchedTree({ 'a.ts': 'one\nneedle\nthree\n', 'x\ny.ts': 'needle \u001b[31m\n' });
  const [part] = (tree.tools as unknown as { toModelOutput(result: unknown): { text: string }[] }).toModelOutput(
    await tree.tryGrep({ pattern: 'needle', contextLines: 1 }),
  );
  expect(part?.text).toBe(
    'a.ts\n  1- one\n  2: needle\n  3- three\n\nx\\ny.ts\n  1: needle \\u{1b}[31m\n\n2 matches. 2 files searched.',
  );
});

it.skipIf(process.getuid?.() === 0)('grep warns of folders it may not read', async () => {
  const tree = await searchedTree({ 'a.txt': 'x\n', 'closed/b.txt': 'x\n' }, { engine: 'ripgrep' });
  await chmod(join(tree.root, 'closed'), 0);
  const result = await tree.tryGrep({ pattern: 'x' });
  expect(valueOf(result).total).toBe(1);
  expect(result.metadata.warnings).toEqual(['Not searched: closed: Permission denied']);
  await chmod(join(tree.root, 'closed'), 0o700);
});

it('grep ends at a loop of links', async () => {
  const tree = await searchedTree({ 'd/a.txt': 'x\n' });
  await symlink('..', join(tree.root, 'd/up'));
  await symlink('loop2', join(tree.root, 'loop1'));
  await symlink('loop1', join(tree.root, 'loop2'));
  await mkdir(join(tree.root, 'e'));
  await writeFile(join(tree.root, 'e/b.txt'), 'x\n');
  expect(await tree.places({ pattern: 'x' })).toEqual(['d/a.txt:1', 'e/b.txt:1']);
});
