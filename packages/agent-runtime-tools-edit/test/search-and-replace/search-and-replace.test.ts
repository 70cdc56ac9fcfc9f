import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, temporaryEdit } from '../temporary-edit.ts';

describe('search_and_replace', () => {
  it('search_and_replace replaces every occurrence in a file and counts them', async () => {
    const { run, text, tools } = temporaryEdit({ 'a.txt': 'x 1\ny\nx x\n' });
    const result = await run('search_and_replace', { path: 'a.txt', search: 'x', replace: 'zz' });
    expect(result).toMatchObject({
      ok: true,
      value: { files: [{ path: 'a.txt', replacements: 3, hunks: [{ line: 1 }, { line: 3 }, { line: 3 }] }] },
    });
    expect(text('a.txt')).toBe('zz 1\ny\nzz zz\n');
    expect(tools.preview(result, 1)).toEqual(['…']);
    expect(tools.preview(result, 9)[0]).toBe('Edited a.txt: 3 replacements at lines 1, 3, 3 (+2 -2)');
  });

  it('search_and_replace takes search and replacement as plain text unless told otherwise', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'a.b axb (a)\n' });
    await run('search_and_replace', { path: 'a.txt', search: 'a.b', replace: '$& $1 $` $$' });
    expect(text('a.txt')).toBe('$& $1 $` $$ axb (a)\n');
  });

  it('search_and_replace takes half a line break at the end of a text for none', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'a\nb\nc\n' });
    await run('search_and_replace', { path: 'a.txt', search: 'a\r\nb\r', replace: 'A\r\nB' });
    expect(text('a.txt')).toBe('A\nB\nc\n');
  });

  it('search_and_replace knows groups with regex', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'one two\nthree four\n' });
    await run('search_and_replace', {
      path: 'a.txt',
      search: '^(\\w+) (?<b>\\w+)$',
      replace: '$<b> $1 [$&]',
      regex: true,
    });
    expect(text('a.txt')).toBe('two one [one two]\nfour three [three four]\n');
  });

  it('search_and_replace ignores case where asked to', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'Foo FOO foo Ünï üNÏ\n' });
    await run('search_and_replace', { path: 'a.txt', search: 'foo', replace: 'x', ignoreCase: true });
    await run('search_and_replace', { path: 'a.txt', search: 'ÜNÏ', replace: 'y', ignoreCase: true });
    await run('search_and_replace', { path: 'a.txt', search: 'X', replace: 'z', ignoreCase: true, regex: true });
    expect(text('a.txt')).toBe('z z z y y\n');
  });

  it('search_and_replace looks only at the lines it is given', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'x\nx\nx\nx\n' });
    const result = await run('search_and_replace', {
      path: 'a.txt',
      search: 'x',
      replace: 'y',
      startLine: 2,
      endLine: 3,
    });
    expect(text('a.txt')).toBe('x\ny\ny\nx\n');
    expect(result).toMatchObject({ value: { files: [{ hunks: [{ line: 2 }, { line: 3 }] }] } });
    await run('search_and_replace', { path: 'a.txt', search: '^', replace: '> ', regex: true, startLine: 4 });
    expect(text('a.txt')).toBe('x\ny\ny\n> x\n');
    const params = { path: 'a.txt', search: 'x', replace: 'y', startLine: 9 };
    expect(codeOf(await run('search_and_replace', params))).toBe('LINE_OUT_OF_RANGE');
  });

  it('search_and_replace finds text over several lines whatever the breaks, and keeps them', async () => {
    const { run, text } = temporaryEdit({
      'crlf.txt': '\ufeffa\r\nb\r\nc\r\n',
      'mixed.txt': 'a\r\nb\nc\r\nd\r\n',
      'cr.txt': 'a\rb\r',
    });
    const params = { search: 'a\nb', replace: 'x\ny\nz' };
    expect(codeOf(await run('search_and_replace', { glob: '*.txt', ...params }))).toBe('ok');
    expect(text('crlf.txt')).toBe('\ufeffx\r\ny\r\nz\r\nc\r\n');
    expect(text('mixed.txt')).toBe('x\r\ny\r\nz\nc\r\nd\r\n');
    expect(text('cr.txt')).toBe('x\ry\rz\r');
    await run('search_and_replace', { path: 'crlf.txt', search: 'x\\ny$', replace: 'n\nm', regex: true });
    expect(text('crlf.txt')).toBe('\ufeffn\r\nm\r\nz\r\nc\r\n');
    await run('search_and_replace', { path: 'crlf.txt', search: '\\r\\nz', replace: '', regex: true });
    expect(text('crlf.txt')).toBe('\ufeffn\r\nm\r\nc\r\n');
  });

  it('search_and_replace changes the files of a glob and leaves alone what is ignored, binary, hidden, protected or a link', async () => {
    const { run, text, root, base } = temporaryEdit({
      '.gitignore': 'dist/\n',
      '.toolignore': 'secret/\n',
      'src/a.ts': 'old\n',
      'src/deep/b.ts': 'old old\n',
      'src/c.js': 'old\n',
      'src/none.ts': 'nothing\n',
      'src/.hidden.ts': 'old\n',
      'src/.npmrc': 'old\n',
      'src/bin.ts': new Uint8Array([0, 0x6f, 0x6c, 0x64, 0]),
      'dist/a.ts': 'old\n',
      'secret/a.ts': 'old\n',
    });
    mkdirSync(join(base, 'outside'));
    writeFileSync(join(base, 'outside/a.ts'), 'old\n');
    symlinkSync(join(base, 'outside/a.ts'), join(root, 'src/link.ts'));
    symlinkSync(join(base, 'outside'), join(root, 'src/folder'));
    const result = await run('search_and_replace', { glob: '**/*.{ts,js}', search: 'old', replace: 'new' });
    expect(result.ok && result.value.files.map(({ path, replacements }) => [path, replacements])).toEqual([
      ['src/a.ts', 1],
      ['src/c.js', 1],
      ['src/deep/b.ts', 2],
    ]);
    expect(result.metadata.warnings).toEqual([
      'Skipped because they are binary, too large or protected: 1 of 5 files.',
    ]);
    expect([text('src/.hidden.ts'), text('dist/a.ts'), text('secret/a.ts')]).toEqual(['old\n', 'old\n', 'old\n']);
    expect(text('../outside/a.ts')).toBe('old\n');
    await run('search_and_replace', { glob: 'src/.*', search: 'old', replace: 'new' });
    expect([text('src/.hidden.ts'), text('src/.npmrc')]).toEqual(['new\n', 'old\n']);
  });

  it.each([
    ['a folder below the root', 'src/deep/*.ts', ['src/deep/b.ts']],
    ['no special character', 'src/a.ts', ['src/a.ts']],
    ['a class and a question mark', 'src/[ab].t?', ['src/a.ts']],
    ['a star over folders', 'src/**/b.ts', ['src/deep/b.ts']],
  ])('search_and_replace understands a glob with %s', async (_what, glob, paths) => {
    const { run } = temporaryEdit({ 'src/a.ts': 'old\n', 'src/deep/b.ts': 'old\n' });
    const result = await run('search_and_replace', { glob, search: 'old', replace: 'new' });
    expect(result.ok && result.value.files.map(({ path }) => path)).toEqual(paths);
  });

  it.each([
    ['EDIT_NO_MATCH', { path: 'a.txt', search: 'zzz', replace: 'x' }],
    ['EDIT_NO_MATCH', { glob: '*.txt', search: 'zzz', replace: 'x' }],
    ['EDIT_NO_CHANGE', { path: 'a.txt', search: 'one', replace: 'one' }],
    ['FILE_NOT_FOUND', { glob: '*.none', search: 'one', replace: 'x' }],
    ['FILE_NOT_FOUND', { path: 'gone.txt', search: 'one', replace: 'x' }],
    ['INVALID_PATH', { glob: '../*.txt', search: 'one', replace: 'x' }],
    ['INVALID_PATH', { glob: '/etc/*', search: 'root', replace: 'x' }],
    ['BINARY_FILE', { path: 'b.bin', search: 'one', replace: 'x' }],
    ['REGEX_INVALID', { path: 'a.txt', search: '(', replace: 'x', regex: true }],
    ['REGEX_TIMEOUT', { path: 'evil.txt', search: '(a+)+$', replace: 'x', regex: true }],
    ['VALIDATION_ERROR', { search: 'one', replace: 'x' }],
    ['VALIDATION_ERROR', { path: 'a.txt', glob: '*', search: 'one', replace: 'x' }],
    ['VALIDATION_ERROR', { path: 'a.txt', search: '', replace: 'x' }],
    ['VALIDATION_ERROR', { path: 'a.txt', search: 'x'.repeat(10_001), replace: 'x' }],
    ['EDIT_NO_MATCH', { path: 'a.txt', search: '[\n]'.repeat(2500), replace: 'x', ignoreCase: true }],
    ['VALIDATION_ERROR', { path: 'a.txt', search: 'one', replace: 'x', startLine: 3, endLine: 2 }],
  ])('search_and_replace gives %s for %o and changes nothing', async (code, params) => {
    const { run, text } = temporaryEdit(
      { 'a.txt': 'one\n', 'b.bin': new Uint8Array([0, 1]), 'evil.txt': `${'a'.repeat(100_000)}!` },
      { pack: { patternTimeoutMs: 500 } },
    );
    expect(codeOf(await run('search_and_replace', params))).toBe(code);
    expect(text('a.txt')).toBe('one\n');
    expect(text('evil.txt')).toHaveLength(100_001);
  });

  it('search_and_replace keeps the host responsive during a hostile pattern and ends with its limit', async () => {
    const { run } = temporaryEdit({ 'a.txt': `${'a'.repeat(100_000)}!` }, { pack: { patternTimeoutMs: 500 } });
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 10);
    const startedAt = performance.now();
    expect(codeOf(await run('search_and_replace', { path: 'a.txt', search: '(a+)+$', replace: '', regex: true }))).toBe(
      'REGEX_TIMEOUT',
    );
    clearInterval(ticking);
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(ticks).toBeGreaterThan(10);
  });

  it('search_and_replace that is cancelled in a pattern leaves everything old', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'aa\n', 'b.txt': `${'a'.repeat(100_000)}!\n` });
    const controller = new AbortController();
    setTimeout(() => controller.abort('enough'), 300);
    const params = { glob: '*.txt', search: '(a+)+$', replace: 'x', regex: true };
    expect(codeOf(await run('search_and_replace', params, { signal: controller.signal }))).toBe('CANCELLED');
    expect(text('a.txt')).toBe('aa\n');
  });

  it('search_and_replace is bounded in files and bytes', async () => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index}.txt`, 'old\n'.repeat(100)]));
    const few = temporaryEdit(files, { pack: { maxFiles: 10 } });
    const params = { glob: '*.txt', search: 'old', replace: 'new' };
    expect(codeOf(await few.run('search_and_replace', params))).toBe('TOO_LARGE');
    const small = temporaryEdit(files, { pack: { maxTotalBytes: 2000 } });
    expect(codeOf(await small.run('search_and_replace', params))).toBe('TOO_LARGE');
    const grown = temporaryEdit(files, { pack: { maxFileBytes: 500 } });
    const growing = { path: 'f0.txt', search: 'old', replace: 'x'.repeat(100) };
    expect(codeOf(await grown.run('search_and_replace', growing))).toBe('TOO_LARGE');
    expect([few.text('f0.txt'), small.text('f0.txt'), grown.text('f0.txt')]).toEqual(Array(3).fill(files['f0.txt']));
  });

  it('search_and_replace changes none of the files of a glob when one of them is stale', async () => {
    const { run, text, workspace, put } = temporaryEdit({ 'a.txt': 'old\n', 'b.txt': 'old\n', 'c.txt': 'other\n' });
    for (const path of ['a.txt', 'b.txt', 'c.txt']) await workspace.read(path, { taskId: 'task' });
    put('c.txt', 'somebody else, and nothing to replace\n');
    expect(codeOf(await run('search_and_replace', { glob: '*.txt', search: 'old', replace: 'new' }))).toBe('ok');
    put('b.txt', 'new and more\n');
    expect(codeOf(await run('search_and_replace', { glob: '*.txt', search: 'new', replace: 'newer' }))).toBe(
      'STALE_FILE',
    );
    expect([text('a.txt'), text('b.txt')]).toEqual(['new\n', 'new and more\n']);
  });
});
