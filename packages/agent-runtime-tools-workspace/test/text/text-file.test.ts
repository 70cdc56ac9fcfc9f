import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeTextFile, parseTextFile, withLineEnding } from '../../src/index.ts';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

describe('a text file', () => {
  it('goes back to exactly the bytes it had, whatever they are', () => {
    const marks = fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]);
    fc.assert(
      fc.property(marks, fc.uint8Array({ maxLength: 200 }), (mark, rest) => {
        const bytes = Uint8Array.from([...mark, ...rest]);
        let file;
        try {
          file = parseTextFile(bytes);
        } catch {
          expect(bytes.includes(0)).toBe(true);
          return;
        }
        expect([...encodeTextFile(file.text, file.encoding)]).toEqual([...bytes]);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['utf-8', Buffer.from('häß\n'), 'häß\n'],
    ['utf-8-bom', Buffer.from('\ufeffhäß\n'), 'häß\n'],
    ['utf-16le', Buffer.from('\ufeffhäß\n', 'utf16le'), 'häß\n'],
    ['utf-16be', Buffer.from('\ufeffhäß\n', 'utf16le').swap16(), 'häß\n'],
    ['windows-1252', Buffer.from([0x93, 0xe9, 0x94, 0x0a]), '“é”\n'],
  ])('is recognised as %s', (encoding, bytes, text) => {
    expect(parseTextFile(bytes)).toEqual({ text, encoding, lineEnding: 'lf', finalNewline: true });
  });

  it.each([
    ['a\r\nb\r\n', 'crlf', true],
    ['a\nb', 'lf', false],
    ['a\rb', 'cr', false],
    ['a\r\nb\n', 'mixed', true],
    ['a', 'none', false],
    ['', 'none', false],
  ])('knows the line ending of %j: %s', (text, lineEnding, finalNewline) => {
    expect(parseTextFile(Buffer.from(text))).toMatchObject({ lineEnding, finalNewline });
  });

  it('takes new text in the manner of the file', () => {
    expect(withLineEnding('a\nb\r\nc', 'crlf')).toBe('a\r\nb\r\nc');
    expect(withLineEnding('a\r\nb', 'lf')).toBe('a\nb');
    expect(withLineEnding('a\r\nb\n', 'mixed')).toBe('a\r\nb\n');
  });

  it('is replaced in its own manner where that is asked for', async () => {
    const old = Buffer.from('\ufeffone\r\ntwo\r\n', 'utf16le');
    const made = temporaryWorkspace({ 'a.txt': old, 'b.bin': new Uint8Array([0, 1]) });
    await made.workspace.write('a.txt', 'one\n2\n', { encoding: 'keep', lineEnding: 'keep' });
    expect((await made.workspace.read('a.txt')).bytes).toEqual(Buffer.from('\ufeffone\r\n2\r\n', 'utf16le'));
    await made.workspace.write('b.bin', 'text\n', { encoding: 'keep', lineEnding: 'keep' });
    await made.workspace.write('new.txt', 'text\n', { encoding: 'keep', lineEnding: 'keep' });
    expect([made.text('b.bin'), made.text('new.txt')]).toEqual(['text\n', 'text\n']);
  });

  it('is refused when binary, and when its encoding lacks a character', async () => {
    const made = temporaryWorkspace({ b: new Uint8Array([0x50, 0, 1]), 'l.txt': Buffer.from([0xe9, 0x0a]) });
    expect(await codeOf(made.workspace.readText('b'))).toBe('BINARY_FILE');
    const { encoding, text } = await made.workspace.readText('l.txt');
    await made.workspace.write('l.txt', `${text}€`, { encoding });
    expect((await made.workspace.read('l.txt')).bytes).toEqual(Buffer.from([0xe9, 0x0a, 0x80]));
    expect(await codeOf(made.workspace.write('l.txt', '日本', { encoding }))).toBe('NOT_ENCODABLE');
  });
});
