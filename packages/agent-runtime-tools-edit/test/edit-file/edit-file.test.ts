import { describe, expect, it } from 'vitest';
import { codeOf, temporaryEdit } from '../temporary-edit.ts';

describe('edit_file', () => {
  it('edit_file replaces a text inside a line and says what it did', async () => {
    const { run, text, tools } = temporaryEdit({ 'src/a.ts': 'const a = 1;\nconst b = 2;\n' });
    const result = await run('edit_file', { path: 'src/a.ts', old_string: 'b = 2', new_string: 'b = 3' });
    expect(text('src/a.ts')).toBe('const a = 1;\nconst b = 3;\n');
    expect(result).toMatchObject({
      ok: true,
      value: {
        files: [
          {
            path: 'src/a.ts',
            status: 'modified',
            hunks: [{ index: 0, status: 'applied', line: 2, similarity: 1, how: 'exact' }],
            diff: '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n const a = 1;\n-const b = 2;\n+const b = 3;\n',
            added: 1,
            removed: 1,
            replacements: 1,
          },
        ],
      },
    });
    expect(tools.preview(result, 1)).toEqual(['…']);
  });

  it.each(['replace', 'edit'])('edit_file is also called %s', async (alias) => {
    const { run, text } = temporaryEdit({ 'a.txt': 'one\n' });
    expect(codeOf(await run(alias, { file_path: 'a.txt', old_string: 'one', new_string: 'two' }))).toBe('ok');
    expect(text('a.txt')).toBe('two\n');
  });

  it('edit_file deletes with an empty new_string', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'one\ntwo\nthree\n' });
    await run('edit_file', { path: 'a.txt', old_string: 'two\n', new_string: '' });
    expect(text('a.txt')).toBe('one\nthree\n');
  });

  it('edit_file replaces every occurrence with replace_all', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'a b a\r\na\r\n' });
    const result = await run('edit_file', { path: 'a.txt', old_string: 'a', new_string: '$&', replace_all: true });
    expect(text('a.txt')).toBe('$& b $&\r\n$&\r\n');
    expect(result).toMatchObject({ value: { files: [{ replacements: 3 }] } });
  });

  it('edit_file with expected_replacements replaces so many or none, and names the lines', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'a\nb\na\n' });
    const wrong = await run('edit_file', { path: 'a.txt', old_string: 'a', new_string: 'x', expected_replacements: 3 });
    expect(wrong).toMatchObject({
      ok: false,
      error: { code: 'EDIT_COUNT_MISMATCH', details: { found: 2, expected: 3, lines: [1, 3] } },
    });
    expect(!wrong.ok && wrong.error.message).toContain('lines 1, 3');
    expect(text('a.txt')).toBe('a\nb\na\n');
    const right = await run('edit_file', { path: 'a.txt', old_string: 'a', new_string: 'x', expected_replacements: 2 });
    expect(codeOf(right)).toBe('ok');
    expect(text('a.txt')).toBe('x\nb\nx\n');
    const one = await run('edit_file', { path: 'a.txt', old_string: 'b', new_string: 'y', expected_replacements: 2 });
    expect(one).toMatchObject({ error: { code: 'EDIT_COUNT_MISMATCH', details: { found: 1, lines: [2] } } });
    const single = { path: 'a.txt', old_string: 'x', new_string: 'y', expected_replacements: 1 };
    expect(['EDIT_AMBIGUOUS', 'EDIT_COUNT_MISMATCH']).toContain(codeOf(await run('edit_file', single)));
  });

  it('edit_file makes a new file with an empty old_string, and only where there is none', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'one\n', 'empty.txt': '' });
    const result = await run('edit_file', { path: 'new/deep.txt', old_string: '', new_string: 'hello\n' });
    expect(result).toMatchObject({ ok: true, value: { files: [{ status: 'created', added: 1 }] } });
    expect(text('new/deep.txt')).toBe('hello\n');
    for (const path of ['a.txt', 'empty.txt'])
      expect(codeOf(await run('edit_file', { path, old_string: '', new_string: 'x' }))).toBe('ALREADY_EXISTS');
    expect([text('a.txt'), text('empty.txt')]).toEqual(['one\n', '']);
  });

  it.each([
    ['VALIDATION_ERROR', { path: 'a.txt', old_string: 'one', new_string: 'one' }],
    ['VALIDATION_ERROR', { path: 'new.txt', old_string: '', new_string: '' }],
    ['EDIT_NO_MATCH', { path: 'a.txt', old_string: 'something else entirely', new_string: 'x' }],
    ['FILE_NOT_FOUND', { path: 'gone.txt', old_string: 'one', new_string: 'x' }],
    ['INVALID_PATH', { path: '/etc/passwd', old_string: 'root', new_string: 'x' }],
    ['INVALID_PATH', { path: '../x', old_string: '', new_string: 'x' }],
    ['BINARY_FILE', { path: 'b.bin', old_string: 'one', new_string: 'x' }],
  ])('edit_file gives %s for %o and changes nothing', async (code, params) => {
    const { run, text } = temporaryEdit({ 'a.txt': 'one\ntwo\n', 'b.bin': new Uint8Array([0, 1]) });
    expect(codeOf(await run('edit_file', params))).toBe(code);
    expect(text('a.txt')).toBe('one\ntwo\n');
  });

  it('edit_file shows the closest place when nothing matches, and never the whole file', async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `const value${index} = compute(${index});`);
    const { run, tools } = temporaryEdit({ 'a.ts': lines.join('\n') });
    const result = await run('edit_file', {
      path: 'a.ts',
      old_string: 'const value700 = calculateSomething(700, true, null);',
      new_string: 'x',
    });
    expect(codeOf(result)).toBe('EDIT_NO_MATCH');
    const [part] = tools.toModelOutput(result);
    const shown = part?.type === 'text' ? part.text : '';
    expect(shown).toContain('value700');
    expect(shown.length).toBeLessThan(3000);
  });
});
