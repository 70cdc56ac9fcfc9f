import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fastFolder } from '../failing-file-system.ts';
import { temporaryWorkspace } from '../temporary-workspace.ts';
import { legacyText, legacyTexts } from '../text/legacy-texts.ts';

const KiB = 1024;
const LINE = 'const zero = 0;\n';

/** Lines of ASCII of exactly this many bytes. */
function ascii(bytes: number): Buffer {
  return Buffer.from(`${LINE.repeat(bytes / LINE.length + 1).slice(0, bytes - 1)}\n`);
}

/** Reading by lines, all at once and piece by piece from both ends, against reading the whole. */
async function expectSameAsWhole(content: Buffer): Promise<string> {
  const { workspace, discard } = temporaryWorkspace({ 'f.txt': content }, {}, fastFolder);
  const whole = await workspace.readText('f.txt');
  const everything = { limit: 1e6, maxBytes: 1e8, maxLineBytes: 1e8, keepBreaks: true };
  const all = await workspace.readLines('f.txt', everything);
  expect(all.lines.join('') === whole.text, 'the text').toBe(true);
  const { encoding, lineEnding } = whole;
  expect(all).toMatchObject({ encoding, lineEnding });
  const first = await workspace.readLines('f.txt', { ...everything, limit: 3, maxBytes: 100 });
  const last = await workspace.readLines('f.txt', { ...everything, start: -3 });
  expect(first).toMatchObject({ encoding, lineEnding });
  expect(last).toMatchObject({ encoding, lineEnding, lines: all.lines.slice(-3) });
  discard();
  return encoding;
}

// Around the beginning that is looked at first, and around the pieces in which a file is read.
const lengths = [8 * KiB - 1, 8 * KiB, 9 * KiB, 256 * KiB - 3, 256 * KiB - 1, 256 * KiB, 300 * KiB + 1];

describe('readLines of a file that is ASCII at first', () => {
  it.each(lengths)('finds every charset behind %i bytes, as reading the whole does', async (length) => {
    for (const { encoding, bytes } of legacyTexts)
      expect(await expectSameAsWhole(Buffer.concat([ascii(length), bytes]))).toBe(encoding);
  });

  it.each(lengths)('reads one accent behind %i bytes', async (length) => {
    const head = ascii(length);
    expect(await expectSameAsWhole(Buffer.concat([head, Buffer.from('caf\xe9\n', 'latin1')]))).toBe('windows-1252');
    expect(await expectSameAsWhole(Buffer.concat([head, Buffer.from('café €\n')]))).toBe('utf-8');
    expect(await expectSameAsWhole(Buffer.concat([Buffer.from('\ufeff'), head, Buffer.from('é')]))).toBe('utf-8-bom');
  });

  it.each(lengths)('reads what is damaged, cut or binary behind %i bytes', async (length) => {
    for (const tail of [
      [0xc3],
      [0xe2, 0x82],
      [0xf0, 0x9f, 0x92],
      [0xff, 0xfe, 0x41, 0x00],
      [0x80, 0x80, 0x80, 0x80, 0x80],
    ])
      expect(await expectSameAsWhole(Buffer.concat([ascii(length), Buffer.from(tail)]))).toBe('windows-1252');
    await expectSameAsWhole(Buffer.concat([ascii(length), randomBytes(20 * KiB)]));
    await expectSameAsWhole(Buffer.concat([ascii(length), Buffer.from('UTF-16 without a mark', 'utf16le')]));
  });
});

describe('readLines of a file with something else far in', () => {
  it('goes by all bytes where a charset fits only the beginning', async () => {
    const { bytes } = legacyText('shift_jis');
    const many = Buffer.concat(Array.from({ length: 2000 }, () => bytes));
    expect(many.byteLength).toBeGreaterThan(256 * KiB);
    expect(await expectSameAsWhole(many)).toBe('shift_jis');
    expect(await expectSameAsWhole(Buffer.concat([many, Buffer.from([0x0a, 0xfd])]))).toBe('windows-1252');
    expect(await expectSameAsWhole(Buffer.concat([many, Buffer.from([0x0a, 0x83])]))).toBe('windows-1252');
  });

  it('finds the larger charset that a late character needs', async () => {
    const many = Buffer.concat(Array.from({ length: 2000 }, () => legacyText('gbk').bytes));
    expect(await expectSameAsWhole(many)).toBe('gbk');
    expect(await expectSameAsWhole(Buffer.concat([many, Buffer.from('9439da33', 'hex')]))).toBe('gb18030');
  });

  it.each(['gbk', 'shift_jis', 'euc-jp', 'big5', 'euc-kr'] as const)(
    'reads %s without a single line break or space, wherever the pieces cut it',
    async (charset) => {
      const line = legacyText(charset).bytes.filter((byte) => byte >= 0x30);
      for (const lead of [0, 1, 2, 3]) {
        const copies = Array.from({ length: Math.ceil((300 * KiB) / line.byteLength) }, () => line);
        expect(await expectSameAsWhole(Buffer.concat([Buffer.from('x'.repeat(lead)), ...copies]))).toBe(charset);
      }
    },
  );

  it('is not misled by a few characters in the beginning', async () => {
    const { bytes } = legacyText('shift_jis');
    const heading = Buffer.from('93fa967b0a', 'hex');
    expect(await expectSameAsWhole(Buffer.concat([heading, ascii(20 * KiB), bytes]))).toBe('shift_jis');
  });

  it('reads invalid UTF-8 behind a byte order mark as all of the file', async () => {
    const content = Buffer.concat([Buffer.from('\ufeffé\n'), ascii(300 * KiB), Buffer.from([0xe9, 0x0a])]);
    expect(await expectSameAsWhole(content)).toBe('windows-1252');
  });

  it.each([
    ['crlf', '\r\n'],
    ['lf', '\n'],
    ['cr', '\r'],
  ])('tells the line ending %s from one break that differs at the end', async (_name, ending) => {
    const text = `a line${ending}`.repeat(60_000);
    for (const other of ['\n', '\r\n', '\r', 'x\r', ''])
      for (const encoded of [Buffer.from(text + other), Buffer.from(`\ufeff${text}${other}`, 'utf16le')])
        await expectSameAsWhole(encoded);
  });
});
