import { describe, expect, it } from 'vitest';
import { jsonText } from '../../src/terminal/json-text.ts';

describe('jsonText', () => {
  it('escapes control and invisible characters, and parses to the same value', () => {
    const value = {
      text: 'a\u001B[31m\u009B\u007F\u202Eb\u200B\u2028\uFEFF\u{E0041}\n\t日本\u{1F600}',
      lone: '\uD800',
    };
    const text = jsonText(value);
    for (const raw of ['\u001B', '\u009B', '\u007F', '\u202E', '\u200B', '\u2028', '\uFEFF', '\u{E0041}'])
      expect(text).not.toContain(raw);
    expect(text).toContain('日本\u{1F600}');
    expect(JSON.parse(text)).toEqual(value);
  });

  it('keeps the line ends of indented JSON', () => {
    expect(jsonText({ a: 1 }, { indent: 2 })).toBe('{\n  "a": 1\n}');
  });
});
