import { describe, expect, it } from 'vitest';
import { canonicalJson, useCanonicalJson } from '../../src/index.ts';

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
    [{ ä: '€ 🙂', z: '\ud800' }, '{"z":"\\ud800","ä":"€ 🙂"}'],
    [[-0, 1e21, 0.1, Number.NaN, Number.POSITIVE_INFINITY], '[0,1e+21,0.1,null,null]'],
    ['\u2028\u007f\u0001', '"\u2028\u007f\\u0001"'],
  ])('of %j is %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('does not depend on the order of keys, but on the order of lists', () => {
    expect(canonicalJson({ c: 1, a: 2, b: 3 })).toBe(canonicalJson({ b: 3, c: 1, a: 2 }));
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
    expect(canonicalJson(['a'])).not.toBe(canonicalJson({ '0': 'a' }));
  });

  it('is the same for few and many keys, and for short and long texts', () => {
    for (const count of [0, 1, 2, 16, 17, 200]) {
      const keys = Array.from({ length: count }, (_, index) => `k${(index * 7919) % 1000}`);
      const object = Object.fromEntries(keys.map((key, index) => [key, 'é'.repeat(index * 40)]));
      const sorted = Object.fromEntries(keys.toSorted().map((key) => [key, object[key]]));
      expect(canonicalJson(object)).toBe(JSON.stringify(sorted));
    }
  });

  it('of a very large value is whole, and of the next one is not affected', () => {
    const large = { text: 'x'.repeat(3_000_000), list: Array.from({ length: 50_000 }, (_, index) => index) };
    expect(canonicalJson(large)).toBe(JSON.stringify({ list: large.list, text: large.text }));
    expect(canonicalJson({ b: 1, a: 2 })).toBe('{"a":2,"b":1}');
  });

  it('can be made while another is being made', () => {
    const outer = {
      a: 'first',
      get b() {
        return canonicalJson({ inner: 'x'.repeat(10_000) }).length;
      },
      c: 'last',
    };
    const inner = JSON.stringify({ inner: 'x'.repeat(10_000) }).length;
    expect(canonicalJson(outer)).toBe(`{"a":"first","b":${inner},"c":"last"}`);
  });

  it('of something that throws leaves nothing behind', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(() => canonicalJson(cycle)).toThrow(RangeError);
    expect(() => canonicalJson({ a: 1n })).toThrow(TypeError);
    expect(canonicalJson({ a: 1 })).toBe('{"a":1}');
  });

  it('comes as bytes of UTF-8', () => {
    const value = { b: 'ü', a: [1] };
    expect(useCanonicalJson(value, (utf8) => Buffer.from(utf8).toString())).toBe(canonicalJson(value));
  });
});
