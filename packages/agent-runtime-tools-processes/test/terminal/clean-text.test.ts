import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../src/terminal/clean-text.ts';
import { stripColours } from '../../src/terminal/strip-colours.ts';
import { EscapeFilter, stripEscapes } from '../../src/terminal/escape-filter.ts';

describe('clean text', () => {
  it.each([
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['an 8-bit sequence', '\u009b31mred', 'red'],
    ['a private mode', '\u001b[?25lhidden\u001b[?25h', 'hidden'],
    ['a title ended by a bell', '\u001b]0;title\u0007text', 'text'],
    ['a link ended by a string terminator', '\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['a title that never ends', '\u001b]0;title\nnext', '\nnext'],
    ['a device control string', '\u001bPq#0;2\u001b\\text', 'text'],
    ['a character set', '\u001b(Btext\u001b=', 'text'],
    ['a sequence that is cut', 'text\u001b[3', 'text'],
    ['a lone escape', 'a\u001b', 'a'],
    ['a progress bar', '10%\r50%\r100%\n', '100%\n'],
    ['a progress bar that ends with a return', '10%\r100%\r', '100%'],
    ['a progress bar with erased lines', '\r\u001b[K10%\r\u001b[K100%', '100%'],
    ['lines of Windows', 'one\r\ntwo\r\n', 'one\ntwo\n'],
    ['a spinner', '|\b/\b-\b\\', '\\'],
    ['a bold manual page', 'N\bNA\bA _\bx', 'NA x'],
    ['backspaces at the start of a line', '\b\ba', 'a'],
    ['backspaces over emoji', '😀\bx', 'x'],
    ['a bell and other controls', 'a\u0007\u000e\u007fb', 'ab'],
    ['NUL', 'a\0b', 'a\u2400b'],
    ['what would go to the clipboard', '\u001b]52;c;cm0gLXJm\u0007text\u009d52;c;cm0gLXJm\u009ctext', 'texttext'],
    ['a line that is turned around', 'a\u202eb\u2066c', 'a\\u{202e}b\\u{2066}c'],
    ['letters that cannot be seen', 'a\u{e0068}\u{e0069}\u2063b', 'a\\u{e0068}\\u{e0069}\\u{2063}b'],
    ['joined emoji and marks of direction', '👩‍💻 ❤️ \u200f', '👩‍💻 ❤️ \u200f'],
    ['plain text with tabs', 'a\tb\n', 'a\tb\n'],
    ['nothing', '', ''],
  ])('shows %s as a person would see it', (_name, raw, shown) => {
    expect(cleanText(raw)).toBe(shown);
  });

  it('takes time that grows with the text alone', () => {
    for (const unit of ['\u001b]', '\u001b[', '\u001bP', '\u001b[1;', '\r', '\b', 'a\b', '\u001b']) {
      const started = performance.now();
      cleanText(unit.repeat(200_000));
      expect(performance.now() - started).toBeLessThan(2000);
    }
  });
});

describe('the escape filter', () => {
  const pieces = fc.array(
    fc.constantFrom(
      '\u001b',
      '\u009b',
      '\u009d',
      '\u0090',
      '\u009c',
      '[',
      ']',
      '0;',
      '31',
      'm',
      '\u0007',
      '\\',
      'P',
      'text',
      '\n',
      '(',
      'B',
      ' ',
      '€',
    ),
    { maxLength: 40 },
  );

  it('gives the same however a stream is cut, but for a sequence at its very end', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const filter = new EscapeFilter();
        const streamed = parts.map((part) => filter.push(part)).join('');
        const whole = stripEscapes(parts.join(''));
        expect(whole.startsWith(streamed)).toBe(true);
        expect(streamed + filter.push('\n') + filter.push('\n')).toBe(stripEscapes(`${parts.join('')}\n\n`));
      }),
    );
  });

  it('holds no endless sequence back', () => {
    const filter = new EscapeFilter();
    filter.push('\u001b]0;');
    for (let n = 0; n < 100; n += 1) filter.push('x'.repeat(1000));
    expect(filter.push('\u0007after')).toBe('after');
  });

  it.for([
    ['\u001b]52;c;', '\u0007'],
    ['\u001b]52;c;', '\u001b\\'],
    ['\u009d52;c;', '\u009c'],
    ['\u001bPq', '\u001b\\'],
    ['\u0090q', '\u009c'],
    ['\u001b_G', '\u001b\\'],
  ])('shows nothing of a long string from %j to %j, wherever it is cut', ([start, end]) => {
    for (const size of [1, 7, 1000, 5000]) {
      const text = `before${start}${'QUJD'.repeat(2500)}${end}after`;
      const filter = new EscapeFilter();
      let shown = '';
      for (let at = 0; at < text.length; at += size) shown += filter.push(text.slice(at, at + size));
      expect(shown).toBe('beforeafter');
    }
  });

  it('takes time that grows with the text alone, however it is cut', () => {
    for (const unit of ['\u009d', '\u001b]', '\u0090', '\u009b', '\u001b', '\u001bP\u001b', '\u202e']) {
      const started = performance.now();
      const filter = new EscapeFilter();
      for (let piece = 0; piece < 20; piece += 1) filter.push(unit.repeat(20_000));
      expect(performance.now() - started).toBeLessThan(4000);
    }
  });
});

describe('stripColours', () => {
  it('takes away colours, their line erasing and Windows line ends, and nothing that may hide text', () => {
    expect(stripColours('\u001B[01;31m\u001B[Kerror\u001B[m\u001B[K: \u001B[38:5:9mx\u001B[0m\r\n')).toBe('error: x\n');
    for (const kept of ['50%\r100%', 'a\bb', '\u001B[2Jx', '\u001B[1Kx', '\u001B[2Kx', '\u001B]8;;url\u0007x'])
      expect(stripColours(kept)).toBe(kept);
  });
});
