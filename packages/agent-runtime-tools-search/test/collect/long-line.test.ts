import fc from 'fast-check';
import { expect, it } from 'vitest';
import { excerpt } from '../../src/collect/excerpt.ts';
import { LongLine } from '../../src/collect/long-line.ts';

it('a long line that comes in pieces is shown like one that comes whole', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '日', '😀'), minLength: 2_001, maxLength: 4_000 });
  fc.assert(
    fc.property(text, fc.nat(), fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1 }), (line, where, sizes) => {
      const bytes = Buffer.from(line);
      const column =
        Buffer.byteLength(
          Array.from(line)
            .slice(0, where % Array.from(line).length)
            .join(''),
        ) + 1;
      const long = new LongLine(column);
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const size = sizes[n % sizes.length] ?? 1;
        long.add(bytes.subarray(at, at + size));
        at += size;
      }
      expect(long.end()).toEqual(excerpt(bytes, column));
    }),
  );
});
