import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FirstPaths } from '../../src/collect/first-paths.ts';
import { pathKey } from '../../src/collect/path-order.ts';

const name = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.', '\u0001', '\u00ff'), minLength: 1, maxLength: 3 });
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

it('the first paths are those that a sort of all would put first, and all are counted', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(path, { minLength: 1, maxLength: 400 }),
      fc.integer({ min: 1, max: 20 }),
      (all, most) => {
        const first = new FirstPaths(most);
        // Often enough that the surplus is thrown away in between.
        const many = Array.from({ length: Math.ceil(3_000 / all.length) }, () => all).flat();
        for (const each of many) {
          const bytes = Buffer.from(`./${each}\0`, 'latin1');
          first.take(bytes, 2, bytes.length - 1);
        }
        const sorted = many.toSorted((a, b) => (pathKey(a) < pathKey(b) ? -1 : pathKey(a) > pathKey(b) ? 1 : 0));
        expect(first.paths()).toEqual(sorted.slice(0, most));
        expect(first.total).toBe(many.length);
      },
    ),
    { numRuns: 40 },
  );
});

it('a path of more than 4,096 bytes is handled like any other', () => {
  const first = new FirstPaths(2);
  const long = `${'x'.repeat(3_000)}/${'y'.repeat(3_000)}`;
  for (const each of [`${long}z`, long]) first.take(Buffer.from(each), 0, each.length);
  expect(first.paths()).toEqual([long, `${long}z`]);
});
