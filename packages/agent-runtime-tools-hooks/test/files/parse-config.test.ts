import { describe, expect, it } from 'vitest';
import { jsonKeys } from '../../src/files/json-keys.ts';
import { parseConfig } from '../../src/files/parse-config.ts';

describe('a configuration', () => {
  it('is read as JSON, a byte order mark in front included', () => {
    expect(parseConfig('\uFEFF{"a": [1, {"b": 2}], "c": {"b": 3}}')).toEqual({
      ok: true,
      value: { a: [1, { b: 2 }], c: { b: 3 } },
    });
  });

  it.each(['__proto__', 'constructor', 'prototype'])(
    'with the key %s is refused at any depth, with its line',
    (key) => {
      const message = `the key "${key}" is not allowed`;
      expect(parseConfig(`{"${key}": 1}`)).toEqual({ ok: false, line: 1, message });
      expect(parseConfig(`{"a":\n[{"b": {\n"${key}": 1}}]}`)).toEqual({ ok: false, line: 3, message });
      expect(parseConfig(`{"a": "${key}", "${key}s": 1}`)).toMatchObject({ ok: true });
    },
  );

  it('with a key twice in one object is refused, in two objects not', () => {
    expect(parseConfig('{"a": 1,\n"b": {"a": 2},\n"a": 3}')).toEqual({
      ok: false,
      line: 3,
      message: 'the key "a" appears twice',
    });
    expect(parseConfig('[{"a": 1}, {"a": 2}]')).toMatchObject({ ok: true });
    expect(parseConfig(String.raw`{"a": 1, "\u0061": 2}`)).toMatchObject({ ok: false });
  });

  it.each([
    ['{\n"a": 1\n"b": 2\n}', 3],
    ['{\n"a": 1,\n"b": x,\n"c": 1,\n"d": 2\n}', 3],
    ['x\n1\n2\n3\n4', 1],
    ['{\n"a": [\n1,\n2\n', 5],
  ])('that is not JSON is refused with the line and what the parser says: %j', (text, line) => {
    const parsed = parseConfig(text);
    expect(parsed).toMatchObject({ ok: false, line });
    expect(parsed.ok || parsed.message).toMatch(/^it is not JSON: (?!SyntaxError)[^]*JSON/);
  });
});

describe('the keys of JSON', () => {
  it('come in order, with their depth, and whether their object has them already', () => {
    const keys = [...jsonKeys('{"a": {"b": "c:{", "b": []}, "a": [{"d": 1}], "e": "a"}')];
    expect(keys.map(({ key, depth, isDuplicate }) => [key, depth, isDuplicate])).toEqual([
      ['a', 1, false],
      ['b', 2, false],
      ['b', 2, true],
      ['a', 1, true],
      ['d', 2, false],
      ['e', 1, false],
    ]);
  });
});
