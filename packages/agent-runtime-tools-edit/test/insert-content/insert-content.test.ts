import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, temporaryEdit } from '../temporary-edit.ts';

describe('insert_content', () => {
  it('insert_content puts lines ahead of a line and says what it did', async () => {
    const { run, text, tools } = temporaryEdit({ 'a.txt': 'one\ntwo\n' });
    const result = await run('insert_content', { path: 'a.txt', line: 2, content: 'new' });
    expect(result).toMatchObject({
      ok: true,
      value: { files: [{ path: 'a.txt', status: 'modified', hunks: [{ index: 0, line: 2 }], added: 1, removed: 0 }] },
    });
    expect(text('a.txt')).toBe('one\nnew\ntwo\n');
    expect(tools.toModelOutput(result)).toEqual([
      { type: 'text', text: expect.stringMatching(/^Edited a\.txt: 1 hunk at line 2 \(\+1 -0\)\n--- a\/a\.txt\n/) },
    ]);
    expect(tools.preview(result, 3)).toEqual(['Edited a.txt: 1 hunk at line 2 (+1 -0)', '@@ -1,2 +1,3 @@', '…']);
  });

  it('insert_content keeps the byte order mark, the breaks and the mode', async () => {
    const { run, root, text } = temporaryEdit({ 'a.sh': '\ufeffone\r\ntwo' });
    chmodSync(join(root, 'a.sh'), 0o755);
    expect(codeOf(await run('insert_content', { path: 'a.sh', line: 0, content: 'x\ny\n' }))).toBe('ok');
    expect(text('a.sh')).toBe('\ufeffone\r\ntwo\r\nx\r\ny');
    expect(statSync(join(root, 'a.sh')).mode & 0o777).toBe(0o755);
  });

  it.each([
    ['LINE_OUT_OF_RANGE', { path: 'a.txt', line: 9, content: 'x' }],
    ['FILE_NOT_FOUND', { path: 'b.txt', line: 1, content: 'x' }],
    ['IS_DIRECTORY', { path: 'folder', line: 1, content: 'x' }],
    ['BINARY_FILE', { path: 'b.bin', line: 1, content: 'x' }],
    ['INVALID_PATH', { path: '../a.txt', line: 1, content: 'x' }],
    ['PATH_IGNORED', { path: 'secret.txt', line: 1, content: 'x' }],
    ['NOT_ENCODABLE', { path: 'latin.txt', line: 1, content: '日本' }],
    ['VALIDATION_ERROR', { path: 'a.txt', line: -1, content: 'x' }],
    ['VALIDATION_ERROR', { path: 'a.txt', line: 1, content: '' }],
  ])('insert_content gives %s for %o and changes nothing', async (code, params) => {
    const files = { 'a.txt': 'one\n', 'folder/c.txt': '', 'secret.txt': 's\n', '.toolignore': 'secret.txt\n' };
    const { run, text } = temporaryEdit({
      ...files,
      'b.bin': new Uint8Array([0, 1, 2, 0]),
      'latin.txt': Buffer.from('caf\xe9\n', 'latin1'),
    });
    expect(codeOf(await run('insert_content', params))).toBe(code);
    expect(text('a.txt')).toBe('one\n');
    expect(text('secret.txt')).toBe('s\n');
  });

  it('insert_content is the same for two calls at once as for one after the other', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'one\n' });
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => run('insert_content', { path: 'a.txt', line: 0, content: `n${index}` })),
    );
    const applied = results.filter(({ ok }) => ok).length;
    expect(
      results
        .filter(({ ok }) => !ok)
        .map(codeOf)
        .filter((code) => code !== 'STALE_FILE'),
    ).toEqual([]);
    expect(text('a.txt')?.split('\n')).toHaveLength(2 + applied);
    expect(applied).toBe(8);
  });
});
