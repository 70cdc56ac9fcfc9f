import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeadAndTail } from '../../../src/output/capture/head-and-tail.ts';

const GAP = /\n\[\.\.\. (\d+) (bytes|characters) left out \.\.\.\]\n/;

describe('HeadAndTail', () => {
  it('keeps a text that fits, whatever its pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 200 }), (pieces) => {
        const text = pieces.join('').toWellFormed();
        const capture = new HeadAndTail(text.length);
        for (const piece of pieces) capture.push(Buffer.from(piece));
        expect(capture.finish()).toEqual({
          text: pieces.map((piece) => piece.toWellFormed()).join(''),
          truncated: false,
        });
      }),
    );
  });

  it('keeps the start and the end of a longer one, in whole characters, and counts what is missing', () => {
    const words = fc.array(fc.constantFrom('a', 'ä', '€', '😀', 'word\n'), { minLength: 30, maxLength: 400 });
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 25 }), (pieces, max) => {
        const whole = pieces.join('');
        const capture = new HeadAndTail(max);
        for (const piece of pieces) capture.push(Buffer.from(piece));
        const { text, truncated } = capture.finish();
        expect(truncated).toBe(true);
        const [start = '', count, unit, end = ''] = text.split(GAP);
        expect(whole.startsWith(start) && whole.endsWith(end)).toBe(true);
        expect(start.length + end.length).toBeLessThanOrEqual(max);
        expect(start.length + end.length).toBeGreaterThanOrEqual(max - 2);
        expect(text.isWellFormed()).toBe(true);
        const size = unit === 'bytes' ? Buffer.byteLength : (part: string) => part.length;
        expect(Number(count)).toBe(size(whole) - size(start) - size(end));
      }),
    );
  });

  it('keeps nothing when it may', () => {
    const capture = new HeadAndTail(0);
    capture.push(Buffer.from('text'));
    expect(capture.finish()).toEqual({ text: '\n[... 4 characters left out ...]\n', truncated: true });
  });
});
