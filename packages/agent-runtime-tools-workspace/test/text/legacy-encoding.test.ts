import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeTextFile, parseTextFile, type TextEncoding } from '../../src/index.ts';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';
import { legacyText, legacyTexts } from './legacy-texts.ts';

const cases = legacyTexts.map((one) => [one.language, one.encoding, one] as const);

describe('legacy text', () => {
  it.each(cases)('in %s is recognised as %s and goes back to its bytes', (_language, encoding, { text, bytes }) => {
    const file = parseTextFile(bytes);
    expect({ encoding: file.encoding, text: file.text }).toEqual({ encoding, text });
    expect(encodeTextFile(file.text, file.encoding)).toEqual(bytes);
  });

  it.each(cases)('in %s (%s) is never taken for another script, however short', (_language, _encoding, one) => {
    for (let length = 1; length < one.bytes.byteLength; length++) {
      const file = parseTextFile(one.bytes.subarray(0, length));
      const isRight = one.text.startsWith(file.text) || file.encoding === 'windows-1252';
      expect(isRight, `${length} bytes as ${file.encoding}`).toBe(true);
    }
  });

  it.each(cases)('in %s (%s) is recognised in the comments of a program', (_language, encoding, one) => {
    const lines = one.text.split('\n').filter((line) => line !== '');
    const code = lines.map(
      (line, index) => `export function step${index}(value) {\n  // ${line}\n  return value;\n}\n`,
    );
    expect(parseTextFile(encodeTextFile(code.join('\n'), encoding))).toMatchObject({ text: code.join('\n'), encoding });
  });

  it('is known by its first line outside ASCII when that comes late', () => {
    const { text, bytes } = legacyText('shift_jis');
    const head = 'const zero = 0;\n'.repeat(2000);
    const file = parseTextFile(Buffer.concat([Buffer.from(head), bytes]));
    expect(file).toMatchObject({ text: head + text, encoding: 'shift_jis' });
  });

  it.each([
    ['ten characters of Japanese', Buffer.from('93fa967b8cea82cc8365834c8358836782c5', 'hex')],
    ['one Russian word', Buffer.from('cff0e8e2e5f2', 'hex')],
    ['one accent', Buffer.from([0x63, 0x61, 0x66, 0xe9])],
    ['control characters', Buffer.concat([Buffer.from([0x01, 0x02]), legacyText('shift_jis').bytes])],
    ['a byte that belongs to no character', Buffer.concat([legacyText('shift_jis').bytes, Buffer.from([0x0a, 0xfd])])],
    ['UTF-8 with its last character cut', Buffer.from(legacyText('gbk').text).subarray(0, -2)],
  ])('stays Windows-1252 for %s', (_what, bytes) => {
    const file = parseTextFile(bytes);
    expect(file.encoding).toBe('windows-1252');
    expect(encodeTextFile(file.text, file.encoding)).toEqual(bytes);
  });

  it('stays Windows-1252 where a character further down has a second spelling', () => {
    const { bytes } = legacyText('shift_jis');
    // NEC's copy of a character that IBM put elsewhere: both are read as the same.
    const late = Buffer.concat([...Array.from({ length: 40 }, () => bytes), Buffer.from('ed40', 'hex')]);
    const file = parseTextFile(late);
    expect(file.encoding).toBe('windows-1252');
    expect(encodeTextFile(file.text, file.encoding)).toEqual(late);
  });

  it('is GB18030 where GBK lacks a character, even one that comes late', () => {
    const { text, bytes } = legacyText('gbk');
    const late = Buffer.concat([...Array.from({ length: 40 }, () => bytes), Buffer.from('9439da33', 'hex')]);
    expect(parseTextFile(late)).toMatchObject({ text: `${text.repeat(40)}💩`, encoding: 'gb18030' });
    expect(encodeTextFile('㐀𠀀€', 'gb18030').toString('hex')).toBe('8139ee3995328236a2e3');
  });

  it('remains binary with a NUL in its beginning', async () => {
    const made = temporaryWorkspace({ a: Buffer.concat([legacyText('gbk').bytes, Buffer.from([0])]) });
    expect(await codeOf(made.workspace.readText('a'))).toBe('BINARY_FILE');
    expect(await codeOf(made.workspace.readLines('a'))).toBe('BINARY_FILE');
  });

  it('goes back to exactly its bytes after any damage', () => {
    const piece = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...legacyTexts.map((one) => one.bytes)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 8, min: 1 }).map((bytes) => Buffer.from(bytes)) },
    );
    const cut = fc.tuple(piece, fc.nat(500), fc.nat(500));
    let legacy = 0;
    fc.assert(
      fc.property(fc.array(cut, { minLength: 1, maxLength: 4 }), (pieces) => {
        const bytes = Buffer.concat(
          pieces.map(([one, from, length]) => one.subarray(from % one.length, from + length)),
        );
        const file = parseTextFile(bytes);
        if (file.encoding !== 'windows-1252' && file.encoding !== 'utf-8') legacy++;
        expect(encodeTextFile(file.text, file.encoding).equals(bytes)).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(legacy).toBeGreaterThan(50);
  }, 60_000);

  it('is made of characters that each come back from their bytes', () => {
    const names = [...new Set(legacyTexts.map(({ encoding }) => encoding))];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(fc.integer({ min: 0x80, max: 0x2ffff })), (encoding, points) => {
        const known = points.map((point) => String.fromCodePoint(point)).filter((one) => isEncodable(one, encoding));
        const text = `a\x1a\x1c\x7f\\~${known.join('\n')}`;
        const bytes = encodeTextFile(text, encoding);
        expect(bytes.subarray(0, 6).toString('latin1')).toBe('a\x1a\x1c\x7f\\~');
        expect(new TextDecoder(encoding).decode(bytes.subarray(6))).toBe(known.join('\n'));
      }),
      { numRuns: 1000 },
    );
  }, 60_000);
});

function isEncodable(text: string, encoding: TextEncoding): boolean {
  try {
    return encodeTextFile(text, encoding).byteLength > 0;
  } catch {
    return false;
  }
}

describe('the detector of charsets', () => {
  it('is part of the built package, which loads nothing for it', () => {
    const script = `
      import { createRequire } from 'node:module';
      import { parseTextFile } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)};
      const { text, encoding } = parseTextFile(Buffer.from('93fa967b8cea82cc8365834c8358836782c582b7814282b182ea82cd93fa967b8cea82c582b78142', 'hex'));
      const isLoaded = Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('chardet'));
      console.log(JSON.stringify({ text, encoding, isLoaded }));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual({
      text: '日本語のテキストです。これは日本語です。',
      encoding: 'shift_jis',
      isLoaded: false,
    });
  });
});

describe('a legacy file', () => {
  it.each(cases)('in %s (%s) keeps every other byte when one line is changed', async (_language, _encoding, one) => {
    const lines = `${one.text}\n`.repeat(3).split('\n');
    const made = temporaryWorkspace({ 'a.txt': encodeTextFile(lines.join('\r\n'), one.encoding) });
    await made.workspace.transaction(async (transaction) => {
      const { text } = await transaction.readText('a.txt');
      const changed = text.split('\r\n').with(1, 'one line in ASCII');
      await transaction.write('a.txt', changed.join('\n'), { encoding: 'keep', lineEnding: 'keep' });
    });
    const expected = [lines[0] ?? '', 'one line in ASCII', ...lines.slice(2)];
    expect((await made.workspace.read('a.txt')).bytes).toEqual(encodeTextFile(expected.join('\r\n'), one.encoding));
  });

  it.each([
    ['shift_jis', '한'],
    ['shift_jis', '😀'],
    ['euc-jp', '한'],
    ['gbk', '한'],
    ['big5', '한'],
    ['euc-kr', 'ğ'],
    ['windows-1251', 'é'],
    ['koi8-r', '“'],
    ['iso-8859-2', '€'],
  ] as const)('in %s refuses %s, and stays as it is', async (encoding, character) => {
    const { bytes, text } = legacyText(encoding);
    const made = temporaryWorkspace({ 'a.txt': bytes });
    const write = made.workspace.write('a.txt', text + character, { encoding: 'keep' });
    expect(await codeOf(write)).toBe('NOT_ENCODABLE');
    expect((await made.workspace.read('a.txt')).bytes).toEqual(bytes);
  });

  it.each(cases)('in %s (%s) is read in lines as it is read whole', async (_language, encoding, one) => {
    const made = temporaryWorkspace({ 'a.txt': one.bytes });
    const { lines, ...read } = await made.workspace.readLines('a.txt', { keepBreaks: true });
    expect({ text: lines.join(''), encoding: read.encoding }).toEqual({ text: one.text, encoding });
  });

  it.each(['shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr'] as const)(
    'in %s has its characters whole at the edges of buffers, samples and cut lines',
    async (encoding) => {
      const { text } = legacyText(encoding);
      const line = text.replaceAll('\n', '');
      for (const shift of [0, 1, 2, 3]) {
        const lines = Array.from({ length: 1500 }, (_, index) => `${'x'.repeat(shift)}${index}${line}`);
        const made = temporaryWorkspace({ 'a.txt': encodeTextFile(lines.join('\n'), encoding) });
        const read = await made.workspace.readLines('a.txt', { limit: 2000, maxBytes: 10_000_000 });
        expect(read.lines).toEqual(lines);
        expect(['gbk', encoding]).toContain(read.encoding);
        const tail = await made.workspace.readLines('a.txt', { start: -700, limit: 3 });
        expect(tail.lines).toEqual(lines.slice(800, 803));
        const cut = await made.workspace.readLines('a.txt', { maxLineBytes: 51 });
        expect(cut.lines.filter((one, index) => !lines[index]?.startsWith(one) || one.includes('\ufffd'))).toEqual([]);
      }
    },
    60_000,
  );
});
