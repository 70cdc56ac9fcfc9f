import { describe, expect, it } from 'vitest';
import { newFileText } from '../../src/apply-patch/new-file-text.ts';

const header = ['--- /dev/null', '+++ b/a.txt', '@@ -0,0 +1,2 @@'];

describe('newFileText', () => {
  it.each([
    ['keeps LF', 'a\nb\n', [...header, '+a', '+b'], 'a\nb\n'],
    ['restores CRLF', 'a\nb\n', [...header, '+a\r', '+b\r'], 'a\r\nb\r\n'],
    ['restores mixed breaks', 'a\nb\n', [...header, '+a\r', '+b'], 'a\r\nb\n'],
    ['restores CRLF without a final one', 'a\nb', [...header, '+a\r', '+b', '\\ No newline at end of file'], 'a\r\nb'],
    ['takes a line of plus signs for content', '++ a\n', [...header, '+++ a\r'], '++ a\r\n'],
    ['reads the other form too', 'a\n', ['*** Add File: a.txt', '+a\r'], 'a\r\n'],
    [
      'takes LF from a patch that was written with CRLF throughout',
      'a\n',
      [...header, '+a'].map((line) => `${line}\r`),
      'a\n',
    ],
  ])('newFileText %s', (_what, content, section, expected) => {
    expect(newFileText(content, section)).toBe(expected);
  });
});
