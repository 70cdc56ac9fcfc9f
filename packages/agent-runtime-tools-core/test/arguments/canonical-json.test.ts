import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/index.ts';

describe('canonical JSON', () => {
  it.each([
    [{ b: 1, a: { d: null, c: 'x' } }, '{"a":{"c":"x","d":null},"b":1}'],
    [[2, 1, [true]], '[2,1,[true]]'],
    [[{ b: 1, a: 2 }], '[{"a":2,"b":1}]'],
    [{ '0': 2, '1': 1 }, '{"0":2,"1":1}'],
    [{ a: undefined, b: 1 }, '{"b":1}'],
    [[undefined], '[null]'],
    [[], '[]'],
    [{}, '{}'],
    ['a"b', '"a\\"b"'],
    [null, 'null'],
    [undefined, 'null'],
  ])('of %j is %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('does not depend on the order of keys, but on the order of lists', () => {
    expect(canonicalJson({ c: 1, a: 2, b: 3 })).toBe(canonicalJson({ b: 3, c: 1, a: 2 }));
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
    expect(canonicalJson(['a'])).not.toBe(canonicalJson({ '0': 'a' }));
  });
});
