import { appendFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interceptFileSystem, nodeFileSystem } from '../../src/index.ts';
import { fastFolder, outcome } from '../failing-file-system.ts';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

describe('readLines', () => {
  it('gives the same lines as splitting the text, from either end, in every encoding', async () => {
    const made = temporaryWorkspace({}, {}, fastFolder);
    const line = fc.string({ unit: fc.constantFrom('a', 'ü', '€', '𝄞', 'ਊ', '\u0a00', ' '), maxLength: 12 });
    const encodings = {
      'utf-8': (text: string) => Buffer.from(text),
      'utf-8-bom': (text: string) => Buffer.from(`\ufeff${text}`),
      'utf-16le': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
      'utf-16be': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.integer({ min: -12, max: 12 }),
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(...Object.keys(encodings)),
        async (lines, ending, final, start, limit, encoding) => {
          const text = lines.join(ending) + (final ? ending : '');
          made.put('f.txt', encodings[encoding as keyof typeof encodings](text));
          const all = text.split(ending);
          if (all.at(-1) === '') all.pop();
          const from = start < 0 ? Math.max(0, all.length + start) : start;
          const read = await made.workspace.readLines('f.txt', { start, limit, countLines: true });
          expect(read.lines).toEqual(all.slice(from, from + Math.min(limit, start < 0 ? -start : limit)));
          expect(read.totalLines).toBe(all.length);
          expect(read.truncated).toBe(from + read.lines.length < all.length);
          expect(read.encoding).toBe(encoding);
        },
      ),
      { numRuns: 300 },
    );
  }, 30_000);

  it('finds lines across the edges of its buffer', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `line ${index} €`);
    const made = temporaryWorkspace({ 'f.txt': lines.join('\n') });
    const middle = await made.workspace.readLines('f.txt', { start: 30_000, limit: 20_000, maxBytes: 10_000_000 });
    expect(middle.lines).toEqual(lines.slice(30_000, 50_000));
    const tail = await made.workspace.readLines('f.txt', { start: -40_000, limit: 5, countLines: true });
    expect([tail.lines, tail.startLine, tail.truncated]).toEqual([lines.slice(20_000, 20_005), 20_000, true]);
  });

  it('cuts a long line between characters and says so', async () => {
    const made = temporaryWorkspace({ 'f.txt': `${'€'.repeat(1000)}\nshort\n` });
    const read = await made.workspace.readLines('f.txt', { maxLineBytes: 100 });
    expect([read.lines, read.cutLines]).toEqual([['€'.repeat(33), 'short'], [0]]);
  });

  it('stops at its limit of bytes, with at least one line', async () => {
    const made = temporaryWorkspace({ 'f.txt': 'aaaa\nbbbb\ncccc\n' });
    expect(await made.workspace.readLines('f.txt', { maxBytes: 11 })).toMatchObject({
      lines: ['aaaa', 'bbbb'],
      truncated: true,
    });
    expect(await made.workspace.readLines('f.txt', { maxBytes: 1 })).toMatchObject({
      lines: ['aaaa'],
      truncated: true,
    });
  });

  it('reads an empty file as no lines, refuses binary, and stops when cancelled', async () => {
    const made = temporaryWorkspace({ empty: '', binary: new Uint8Array([1, 0, 2]), 'f.txt': 'x\n' });
    expect(await made.workspace.readLines('empty')).toMatchObject({ lines: [], totalLines: 0, truncated: false });
    expect(await codeOf(made.workspace.readLines('binary'))).toBe('BINARY_FILE');
    expect(await codeOf(made.workspace.readLines('f.txt', { signal: AbortSignal.abort() }))).toBe('CANCELLED');
  });

  it('reads legacy and invalid bytes without failing', async () => {
    const made = temporaryWorkspace({ 'latin.txt': Buffer.from('caf\xe9 \x93x\x94\n', 'latin1') });
    expect(await made.workspace.readLines('latin.txt')).toMatchObject({
      lines: ['café “x”'],
      encoding: 'windows-1252',
    });
  });

  it.each([
    ['utf-8', Buffer.from('\ufeffä\r\nb'), ['ä', 'b'], 'crlf'],
    ['utf-8', Buffer.from('ä\nb'), ['ä', 'b'], 'lf'],
    ['utf-8-bom', Buffer.from('\ufeffä'), ['ä'], 'none'],
    ['utf-16le', Buffer.from('\ufeffä\nb', 'utf16le'), ['ä', 'b'], 'lf'],
    ['utf-16le', Buffer.from('ä\nb', 'utf16le'), ['ä', 'b'], 'lf'],
    ['windows-1252', Buffer.from('\ufeffx'), ['ï»¿x'], 'none'],
    ['utf-8', Buffer.from('caf\xe9', 'latin1'), ['caf\ufffd'], 'none'],
  ] as const)(
    'reads as %s what it is told to be, with or without a mark: %j',
    async (encoding, bytes, lines, ending) => {
      const made = temporaryWorkspace({ 'f.txt': bytes });
      const read = await made.workspace.readLines('f.txt', { encoding });
      expect(read).toMatchObject({ lines, encoding, lineEnding: ending });
    },
  );

  it('leaves the line breaks at the lines when asked, so that joined they are the text', async () => {
    const text = 'one\r\ntwo\n\nfour';
    const made = temporaryWorkspace({ 'a.txt': text });
    const { lines } = await made.workspace.readLines('a.txt', { keepBreaks: true });
    expect(lines).toEqual(['one\r\n', 'two\n', '\n', 'four']);
    const tail = await made.workspace.readLines('a.txt', { keepBreaks: true, start: -3, limit: 2 });
    expect(tail.lines).toEqual(['two\n', '\n']);
  });

  it('names files in its errors as they are shown, not by where they are on this machine', async () => {
    const made = temporaryWorkspace({ 'd/a.bin': Buffer.from([0, 1]) });
    const failure = await outcome(made.workspace.readLines('d/a.bin'));
    expect(failure?.error).toMatchObject({ message: 'd/a.bin is not text.', details: { path: 'd/a.bin' } });
  });

  it('looks at all of a large file once, and again when it has changed', async () => {
    let reads = 0;
    const fs = interceptFileSystem(nodeFileSystem, ({ name }) => void (name === 'read' && reads++));
    const made = temporaryWorkspace({ 'f.txt': `${'x'.repeat(99)}\n`.repeat(40_000) }, { fs }, fastFolder);
    const count = async (): Promise<[reads: number, encoding: string]> => {
      reads = 0;
      const { encoding } = await made.workspace.readLines('f.txt', { limit: 1 });
      return [reads, encoding];
    };
    // What changed a moment ago may change again within the same tick of its clock.
    const [whole] = await count();
    expect(whole).toBeGreaterThan(16);
    expect((await count())[0]).toBe(whole);
    const past = new Date(Date.now() - 60_000);
    utimesSync(join(made.root, 'f.txt'), past, past);
    expect((await count())[0]).toBe(whole);
    expect((await count())[0]).toBeLessThan(3);
    appendFileSync(join(made.root, 'f.txt'), Buffer.from([0xe9]));
    expect((await count())[1]).toBe('windows-1252');
  });
});
