import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Utf8Chunker } from '../../../src/output/stream/utf8-chunker.ts';

function decodeInChunks(chunks: readonly Uint8Array[]): { text: string; pieces: string[] } {
  const source = new Utf8Chunker();
  const pieces = chunks.map((chunk) => source.next(Buffer.from(chunk)).toString());
  pieces.push(source.end().toString());
  return { text: pieces.join(''), pieces };
}

describe('Utf8Chunker', () => {
  it('any bytes in any chunks decode as they do in one', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 6 }), { maxLength: 20 }), (chunks) => {
        expect(decodeInChunks(chunks).text).toBe(Buffer.concat(chunks).toString());
      }),
      { numRuns: 2000 },
    );
  });

  it('text in any chunks comes in whole characters', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), cuts, (text, sizes) => {
        const bytes = Buffer.from(text);
        const chunks: Buffer[] = [];
        let at = 0;
        for (const size of [...sizes, bytes.length]) {
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        const { pieces } = decodeInChunks(chunks);
        expect(pieces.join('')).toBe(bytes.toString());
        expect(pieces.join('').includes('\uFFFD')).toBe(text.toWellFormed().includes('\uFFFD'));
      }),
    );
  });
});
