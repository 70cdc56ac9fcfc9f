import { readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { encodeTextFile } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import type { FileRead } from '../../src/index.ts';
import { codeOf, temporaryFiles, valueOf } from '../temporary-files.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('read_file', () => {
  it('returns the text as it is, with size, time, lines and encoding', async () => {
    const { tools, root } = temporaryFiles({ 'a.txt': 'one\ntwo\r\nthree' });
    utimesSync(join(root, 'a.txt'), 1_700_000_000, 1_700_000_000);
    expect(valueOf(await tools.execute('read_file', { path: 'a.txt' }))).toEqual({
      path: 'a.txt',
      content: 'one\ntwo\r\nthree',
      size: 14,
      modified: '2023-11-14T22:13:20.000Z',
      encoding: 'utf-8',
      truncated: false,
      totalLines: 3,
      startLine: 1,
      lines: 3,
    });
  });

  it('returns the lines from offset on, and says how to continue', async () => {
    const { tools } = temporaryFiles({ 'a.txt': 'line1\nline2\nline3\nline4' });
    const result = await tools.execute('read_file', { path: 'a.txt', offset: 2, limit: 2 });
    expect(valueOf(result)).toMatchObject({ content: 'line2\nline3', startLine: 2, totalLines: 4, truncated: true });
    expect(valueOf(result)).toMatchObject({ nextOffset: 4 });
    expect(result.metadata.warnings).toEqual(['lines 2 to 3 of 4; read on with offset 4']);
    expect(tools.toModelOutput(result)).toEqual([
      { type: 'text', text: 'line2\nline3' },
      { type: 'text', text: '[lines 2 to 3 of 4; read on with offset 4]' },
    ]);
    expect(valueOf(await tools.execute('read_file', { path: 'a.txt', offset: 4 }))).toMatchObject({
      content: 'line4',
      truncated: false,
    });
  });

  it('counts lines from 1, as every other tool does, and treats 0 as the first line', async () => {
    const { tools } = temporaryFiles({ 'a.txt': 'line1\nline2\n' });
    const first = valueOf(await tools.execute('read_file', { path: 'a.txt', offset: 1, limit: 1 }));
    expect(first).toMatchObject({ content: 'line1', startLine: 1, nextOffset: 2 });
    const zero = valueOf(await tools.execute('read_file', { path: 'a.txt', offset: 0, limit: 1 }));
    expect(zero).toMatchObject({ content: 'line1', startLine: 1, nextOffset: 2 });
    const beyond = await tools.execute('read_file', { path: 'a.txt', offset: 3 });
    expect(beyond.metadata.warnings).toEqual(['there is no line 3: the file has 2 lines']);
  });

  it('returns the whole file when a caller follows nextOffset', async () => {
    const text = Array.from({ length: 950 }, (_, index) => `line ${index} ${'é'.repeat(index % 7)}\n`).join('');
    const { tools } = temporaryFiles({ 'a.txt': text }, { pack: { read: { maxLines: 100, maxBytes: 1500 } } });
    const pieces: string[] = [];
    for (let offset: number | undefined = 1; offset !== undefined;) {
      const value: Pick<FileRead, 'content' | 'nextOffset'> = valueOf(
        await tools.execute('read_file', { path: 'a.txt', offset }),
      );
      expect(Buffer.byteLength(value.content)).toBeLessThanOrEqual(1500);
      pieces.push(value.content);
      offset = value.nextOffset;
    }
    expect(pieces.join('\n')).toBe(text);
    expect(pieces.length).toBeGreaterThan(9);
  });

  it('reports an empty file, and a line beyond the end', async () => {
    const { tools } = temporaryFiles({ 'empty.txt': '', 'a.txt': 'one\n' });
    const empty = await tools.execute('read_file', { path: 'empty.txt' });
    expect(valueOf(empty)).toMatchObject({ content: '', size: 0, totalLines: 0, truncated: false });
    expect(tools.toModelOutput(empty)).toEqual([{ type: 'text', text: '[empty.txt is empty]' }]);
    const beyond = await tools.execute('read_file', { path: 'a.txt', offset: 50 });
    expect(valueOf(beyond)).toMatchObject({ content: '', totalLines: 1, truncated: false });
    expect(beyond.metadata.warnings).toEqual(['there is no line 50: the file has 1 lines']);
  });

  it.each([
    ['utf-8-bom', Buffer.from('\ufeffgrün\n')],
    ['utf-16le', Buffer.from('\ufeffgrün\n', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffgrün\n', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('grün\n', 'latin1')],
  ])('decodes %s', async (encoding, bytes) => {
    const { tools } = temporaryFiles({ 'a.txt': bytes });
    expect(valueOf(await tools.execute('read_file', { path: 'a.txt' }))).toMatchObject({ content: 'grün\n', encoding });
  });

  it.each([
    ['shift_jis', '日本語で書かれた古い文書です。ソースコードの表示も能力も確かめます。\n'],
    ['euc-jp', '日本語で書かれた古い文書です。ソースコードの表示も能力も確かめます。\n'],
    ['gbk', '人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。\n'],
    ['big5', '人人生而自由,在尊嚴和權利上一律平等。他們賦有理性和良心,並應以兄弟關係的精神相對待。\n'],
    ['euc-kr', '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.\n'],
    ['windows-1251', 'Все люди рождаются свободными и равными в своем достоинстве и правах.\n'],
    ['koi8-r', 'Все люди рождаются свободными и равными в своем достоинстве и правах.\n'],
    ['iso-8859-7', 'Οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.\n'],
    ['windows-1252', 'Tous les êtres humains naissent libres et égaux en dignité et en droits.\n'],
  ] as const)('decodes a text in %s, and write_file keeps to it', async (encoding, content) => {
    const { tools, root } = temporaryFiles({ 'a.txt': encodeTextFile(content, encoding) });
    expect(valueOf(await tools.execute('read_file', { path: 'a.txt' }))).toMatchObject({ content, encoding });
    await tools.execute('write_file', { path: 'a.txt', content: `one\n${content}` });
    expect(readFileSync(join(root, 'a.txt'))).toEqual(encodeTextFile(`one\n${content}`, encoding));
  });

  it('cuts very long lines, and never inside a character', async () => {
    const { tools } = temporaryFiles({ 'a.txt': `short\n${'é'.repeat(100_000)}\nlast\n` });
    const result = await tools.execute('read_file', { path: 'a.txt' });
    const { content, cutLines, truncated } = valueOf(result);
    expect(content.split('\n')).toEqual(['short', 'é'.repeat(8192), 'last', '']);
    expect({ cutLines, truncated }).toEqual({ cutLines: [2], truncated: true });
    expect(result.metadata.warnings?.[0]).toContain('too long and cut: line 2');
  });

  it('refuses binary files with a hint, and returns their bytes as base64', async () => {
    const bytes = Buffer.from([0, 1, 2, 255, 254, 0, 7, 8]);
    const { tools } = temporaryFiles({ 'a.bin': bytes });
    const refused = await tools.execute('read_file', { path: 'a.bin' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'BINARY_FILE', message: 'a.bin is not text.' } });
    expect(refused.ok ? '' : refused.error.suggestion).toContain('base64');
    const whole = valueOf(await tools.execute('read_file', { path: 'a.bin', encoding: 'base64' }));
    expect(whole).toMatchObject({ content: bytes.toString('base64'), size: 8, encoding: 'base64', truncated: false });
    const slice = valueOf(await tools.execute('read_file', { path: 'a.bin', encoding: 'base64', offset: 3, limit: 2 }));
    expect(slice).toMatchObject({ content: bytes.subarray(3, 5).toString('base64'), truncated: true, nextOffset: 5 });
  });

  it('bounds base64, and says where to continue', async () => {
    const { tools } = temporaryFiles({ 'a.bin': Buffer.alloc(5000) }, { pack: { read: { maxBase64Bytes: 2000 } } });
    const value = valueOf(await tools.execute('read_file', { path: 'a.bin', encoding: 'base64', limit: 4000 }));
    expect(Buffer.from(value.content, 'base64')).toHaveLength(2000);
    expect(value).toMatchObject({ truncated: true, nextOffset: 2000, size: 5000 });
  });

  it.each([
    ['image/png', PNG],
    ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['image/gif', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
    ['image/webp', Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ', 'latin1')],
  ])('shows %s to the model, whatever its name', async (mediaType, bytes) => {
    const { tools } = temporaryFiles({ picture: bytes });
    const result = await tools.execute('read_file', { path: 'picture' });
    expect(valueOf(result)).toMatchObject({ content: bytes.toString('base64'), encoding: 'base64', mediaType });
    expect(tools.toModelOutput(result)).toContainEqual({ type: 'image', data: bytes.toString('base64'), mediaType });
  });

  it('refuses images that are too large for a model', async () => {
    const { tools } = temporaryFiles({ 'a.png': PNG }, { pack: { read: { maxImageBytes: 50 } } });
    const result = await tools.execute('read_file', { path: 'a.png' });
    expect(result).toMatchObject({ ok: false, error: { code: 'TOO_LARGE' } });
  });

  it('treats a text file with the name of an image as text', async () => {
    const { tools } = temporaryFiles({ 'a.png': 'GIF is what it is not' });
    expect(valueOf(await tools.execute('read_file', { path: 'a.png' })).content).toBe('GIF is what it is not');
  });

  it('suggests the files that were probably meant, and no hidden ones', async () => {
    const { tools } = temporaryFiles({
      'src/foo.ts': '',
      'src/fop.ts': '',
      'src/foa.ts': '',
      '.toolignore': 'src/foa.ts\n',
    });
    const near = await tools.execute('read_file', { path: 'src/fo0.ts' });
    expect(near).toMatchObject({
      error: { code: 'FILE_NOT_FOUND', suggestion: 'Did you mean src/foo.ts or src/fop.ts?' },
    });
    const folder = await tools.execute('read_file', { path: 'scr/foo.ts' });
    expect(folder).toMatchObject({ error: { suggestion: 'Did you mean src/foo.ts?' } });
    const far = await tools.execute('read_file', { path: 'something/else.md' });
    expect(far).toMatchObject({ error: { suggestion: 'List the folder to see the names that exist.' } });
  });

  it('refuses folders, hidden paths, and links that lead out', async () => {
    const { tools, root, base } = temporaryFiles({ 'd/a': '', secret: 'x', '.toolignore': 'secret\n' });
    symlinkSync(base, join(root, 'out'));
    expect(codeOf(await tools.execute('read_file', { path: 'd' }))).toBe('IS_DIRECTORY');
    expect(codeOf(await tools.execute('read_file', { path: 'secret' }))).toBe('PATH_IGNORED');
    expect(codeOf(await tools.execute('read_file', { path: 'out/state' }))).toBe('INVALID_PATH');
  });

  it('records the lines that a task has read, so that a later change by others is noticed, but not a touch', async () => {
    const { tools, put, root, workspace } = temporaryFiles({ 'a.txt': 'one\ntwo\nthree\n' });
    const call = { taskId: 'reader' };
    await tools.execute('read_file', { path: 'a.txt', offset: 2, limit: 1 }, call);
    expect(workspace.tracker.seen({ principalId: '', taskId: 'reader' }, join(root, 'a.txt'))?.lines).toEqual([[1, 2]]);
    utimesSync(join(root, 'a.txt'), new Date(), new Date());
    expect(codeOf(await tools.execute('write_file', { path: 'a.txt', content: 'mine\n' }, call))).toBe('ok');
    put('a.txt', 'theirs\n');
    expect(codeOf(await tools.execute('write_file', { path: 'a.txt', content: 'mine\n' }, call))).toBe('STALE_FILE');
    await tools.execute('read_file', { path: 'a.txt', encoding: 'base64' }, call);
    expect(codeOf(await tools.execute('write_file', { path: 'a.txt', content: 'mine\n' }, call))).toBe('ok');
  });
});
