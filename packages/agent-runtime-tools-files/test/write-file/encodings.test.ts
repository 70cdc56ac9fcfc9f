import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEXT_ENCODINGS, type TextEncoding } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { codeOf, temporaryFiles, valueOf } from '../temporary-files.ts';

interface LegacyText {
  readonly language: string;
  readonly encoding: TextEncoding;
  readonly text: string;
  readonly base64: string;
}

/** A paragraph of each language in each of its charsets, as iconv made them. */
const legacyTexts: readonly LegacyText[] = JSON.parse(
  readFileSync(
    join(import.meta.dirname, '../../../agent-runtime-tools-workspace/test/fixtures/legacy-texts.json'),
    'utf8',
  ),
);
const unicode = 'ein Gruß, привет, 你好 😀\nsecond\n';
const texts: readonly LegacyText[] = [
  ...legacyTexts,
  { language: 'many', encoding: 'utf-8', text: unicode, base64: Buffer.from(unicode).toString('base64') },
  {
    language: 'many',
    encoding: 'utf-8-bom',
    text: unicode,
    base64: Buffer.from(`\ufeff${unicode}`).toString('base64'),
  },
  {
    language: 'many',
    encoding: 'utf-16le',
    text: unicode,
    base64: Buffer.from(`\ufeff${unicode}`, 'utf16le').toString('base64'),
  },
  {
    language: 'many',
    encoding: 'utf-16be',
    text: unicode,
    base64: Buffer.from(`\ufeff${unicode}`, 'utf16le').swap16().toString('base64'),
  },
  { language: 'German', encoding: 'windows-1252', text: 'grün – €\n', base64: 'Z3L8biCWIIAK' },
];
const cases = texts.map((one) => [one.encoding, one.language, one] as const);
const MORE = 'one more line\n';

/** ASCII in the encoding, without a mark. */
function more(encoding: TextEncoding): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(MORE, 'utf16le');
  return encoding === 'utf-16be' ? Buffer.from(MORE, 'utf16le').swap16() : Buffer.from(MORE);
}

describe('every encoding', () => {
  it('that is supported has a test text', () => {
    expect(new Set(texts.map(({ encoding }) => encoding))).toEqual(new Set(TEXT_ENCODINGS));
  });

  it.each(cases)('%s (%s) is read, changed and written back byte for byte', async (encoding, _language, one) => {
    const before = Buffer.from(one.base64, 'base64');
    const { tools, bytes } = temporaryFiles({ 'a.txt': before });
    const read = valueOf(await tools.execute('read_file', { path: 'a.txt' }));
    expect(read).toMatchObject({ encoding, content: one.text });
    // The same text is the same bytes, whether the encoding is named, kept or left out.
    for (const named of [{ encoding }, { encoding: 'keep' as const }, {}]) {
      const content = read.content + MORE;
      valueOf(await tools.execute('write_file', { path: 'a.txt', content, ...named }));
      expect(bytes('a.txt').equals(Buffer.concat([before, more(encoding)]))).toBe(true);
      valueOf(await tools.execute('write_file', { path: 'a.txt', content: read.content, ...named }));
      expect(bytes('a.txt').equals(before)).toBe(true);
    }
  });

  it.each(cases)('%s (%s) can be given to a new file', async (encoding, _language, one) => {
    const { tools, bytes } = temporaryFiles();
    valueOf(await tools.execute('write_file', { path: 'new.txt', content: one.text, encoding }));
    expect(bytes('new.txt').equals(Buffer.from(one.base64, 'base64'))).toBe(true);
  });

  it.each(cases.filter(([encoding]) => !/^utf|^gb18030$/.test(encoding)))(
    '%s (%s) refuses what it lacks, names it and leaves the file alone',
    async (encoding, _language, one) => {
      const before = Buffer.from(one.base64, 'base64');
      const { tools, bytes } = temporaryFiles({ 'a.txt': before });
      const result = await tools.execute('write_file', { path: 'a.txt', content: `${one.text}\n😀\n` });
      expect(codeOf(result)).toBe('NOT_ENCODABLE');
      const line = one.text.split('\n').length + 1;
      if (!result.ok) {
        expect(result.error.message).toBe(
          `The text has characters that ${encoding} cannot express: 😀 (U+1F600) (first in line ${line}).`,
        );
        expect(result.error.details).toMatchObject({ encoding, characters: ['😀 (U+1F600)'], line });
      }
      expect(bytes('a.txt').equals(before)).toBe(true);
    },
  );

  it.each(cases)(
    '%s (%s) can be named for a text too short to be known by itself',
    async (encoding, _language, one) => {
      const { tools, bytes } = temporaryFiles();
      const content = `${one.text.slice(0, 4)}\r\n`;
      valueOf(await tools.execute('write_file', { path: 'a.txt', content, encoding }));
      const before = bytes('a.txt');
      const read = valueOf(await tools.execute('read_file', { path: 'a.txt', encoding }));
      expect(read.content).toBe(content);
      valueOf(await tools.execute('write_file', { path: 'a.txt', content: read.content, encoding }));
      expect(bytes('a.txt').equals(before)).toBe(true);
    },
  );

  it('that is given reads UTF-16 without a mark, and marks bytes that do not fit', async () => {
    const { tools } = temporaryFiles({
      'a.txt': Buffer.from('one\ntwo\nthree\n', 'utf16le'),
      'b.txt': Buffer.from([0x61, 0xff, 0x62, 0x0a]),
    });
    expect(codeOf(await tools.execute('read_file', { path: 'a.txt' }))).toBe('BINARY_FILE');
    const wide = await tools.execute('read_file', { path: 'a.txt', encoding: 'utf-16le', offset: 2, limit: 1 });
    expect(valueOf(wide)).toMatchObject({ content: 'two', totalLines: 3, encoding: 'utf-16le' });
    const odd = valueOf(await tools.execute('read_file', { path: 'b.txt', encoding: 'euc-kr' }));
    expect(odd.content).toBe('a\ufffdb\n');
    const back = await tools.execute('write_file', { path: 'b.txt', content: odd.content, encoding: 'euc-kr' });
    expect(codeOf(back)).toBe('NOT_ENCODABLE');
  });

  it('that a write changes is reported', async () => {
    const { tools, bytes } = temporaryFiles({ 'a.txt': Buffer.from('grün\n', 'latin1'), 'b.txt': 'plain\n' });
    const changed = await tools.execute('write_file', { path: 'a.txt', content: 'blau\n', encoding: 'utf-8' });
    expect(valueOf(changed).warnings).toEqual([
      'The file was encoded in windows-1252 and is now in utf-8, as asked. Leave encoding out to keep it.',
    ]);
    expect(bytes('a.txt').toString()).toBe('blau\n');
    const same = await tools.execute('write_file', { path: 'b.txt', content: 'grün\n', encoding: 'windows-1252' });
    expect(valueOf(same).warnings).toBeUndefined();
    expect(bytes('b.txt').equals(Buffer.from('grün\n', 'latin1'))).toBe(true);
  });

  it('that is unknown is refused with a list of the known ones', async () => {
    const { tools } = temporaryFiles();
    const execute: (name: string, params: unknown) => Promise<{ ok: boolean; error?: { message: string } }> =
      tools.execute.bind(tools);
    const result = await execute('write_file', { path: 'a.txt', content: 'x', encoding: 'ebcdic' });
    expect(result.error?.message).toMatch(/encoding must be one of "keep", "base64", "utf-8", .*"shift_jis"/);
  });

  it('is kept in a file that is too large to read whole', async () => {
    const head = 'const zero = 0;\r\n'.repeat(200_000);
    const { tools, bytes } = temporaryFiles({ 'a.txt': Buffer.from(`${head}// grün\r\n`, 'latin1') });
    valueOf(await tools.execute('write_file', { path: 'a.txt', content: '// blau, ä\n' }));
    expect(bytes('a.txt').equals(Buffer.from('// blau, ä\r\n', 'latin1'))).toBe(true);
  });
});
