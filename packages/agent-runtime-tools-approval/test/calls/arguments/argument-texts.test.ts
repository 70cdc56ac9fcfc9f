import { describe, expect, it } from 'vitest';
import { argumentTexts } from '../../../src/calls/arguments/argument-texts.ts';

const nested = (levels: number): unknown => (levels === 0 ? 'deep' : [nested(levels - 1)]);

describe('The texts of the arguments', () => {
  it('are found at any depth, with the nearest name above them', () => {
    expect(argumentTexts({ a: 'x', b: ['y', { c: 'z', d: 5, e: null }], f: undefined })).toEqual([
      { name: 'a', text: 'x' },
      { name: 'b', text: 'y' },
      { name: 'c', text: 'z' },
    ]);
  });

  it('are found 40 levels down, and no deeper', () => {
    expect(argumentTexts({ a: nested(40) })).toEqual([{ name: 'a', text: 'deep' }]);
    expect(argumentTexts({ a: nested(41) })).toEqual([]);
  });

  it('are found among 20,000 values, and no more', () => {
    const texts = (count: number) => argumentTexts({ a: Array.from({ length: count }, () => 'x') });
    // The list counts as a value.
    expect(texts(19_999)).toHaveLength(19_999);
    expect(texts(20_000)).toHaveLength(19_999);
  });
});
