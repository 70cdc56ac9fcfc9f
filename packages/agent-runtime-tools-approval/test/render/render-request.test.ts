import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderRequest, visibleText } from '../../src/index.ts';

type Text = string | { readonly $concat: readonly (string | { readonly $repeat: readonly [string, number] })[] };

interface Case {
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, Text>>;
  readonly expect: string;
  readonly why: string;
  readonly mustContain?: readonly string[];
  readonly mustNotContainRaw?: readonly string[];
}

const cases: readonly Case[] = JSON.parse(readFileSync(new URL('../fixtures/prompts.json', import.meta.url), 'utf8'));
const HIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

function expanded(text: Text): string {
  if (typeof text === 'string') return text;
  return text.$concat
    .map((part) => (typeof part === 'string' ? part : part.$repeat[0].repeat(part.$repeat[1])))
    .join('');
}

describe('renderRequest', () => {
  it.each(cases)(
    '$id is $expect: $why',
    ({ tool, args, expect: outcome, mustContain = [], mustNotContainRaw = [] }) => {
      const real = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, expanded(value)]));
      const lines = renderRequest({ tool, args: real });
      const text = lines.join('\n');
      for (const line of lines) expect(line).not.toMatch(HIDDEN);
      for (const part of mustContain) expect(text).toContain(part);
      for (const raw of mustNotContainRaw) expect(text).not.toContain(raw);
      const values = Object.values(real);
      if (outcome === 'flagged') expect(text).toMatch(/^! .*mixes Latin and Cyrillic.*U\+0455/m);
      if (outcome === 'framed') for (const line of values.join('\n').split('\n')) expect(lines).not.toContain(line);
      if (outcome === 'full_args') for (const value of [tool, ...values]) expect(text).toContain(value);
      if (outcome === 'unchanged') for (const value of values) expect(text).toContain(value);
      if (outcome === 'visible') expect(lines.length).toBeLessThan(60);
      if (outcome === 'summary_with_digest') {
        expect(text).toContain('10000 bytes');
        expect(text).toContain(
          createHash('sha256')
            .update(values[1] ?? '')
            .digest('hex'),
        );
        expect(text).toMatch(/cannot be shown in full/);
      }
    },
  );

  it('says when a command is cut, and what it runs', () => {
    const text = renderRequest({ tool: 'bash', args: { command: `echo ${'a'.repeat(6000)}; touch MARK` } }).join('\n');
    expect(text).toMatch(/command cannot be shown in full: \d+ of 6017 characters/);
    expect(text).toContain('Runs: echo, touch');
  });

  it('says how many lines and blanks were folded', () => {
    const text = renderRequest({ tool: 'bash', args: { command: `ls${'\n'.repeat(50)}a${' '.repeat(99)}b` } }).join(
      '\n',
    );
    expect(text).toContain('[49 blank lines]');
    expect(text).toContain('a[99 blanks]b');
  });

  it('shows names of arguments and tools as visibly as their values', () => {
    const text = renderRequest({ tool: 'a\u202eb', args: { 'x\u001b[2J': 1, 'p\u0430th': 'x' } }).join('\n');
    expect(text).toContain('a\\u202eb');
    expect(text).toContain('x\\u001b[2J');
  });

  it('marks lines that it breaks otherwise than lines of the text', () => {
    const lines = renderRequest({ tool: 'bash', args: { command: `${'x'.repeat(150)}\nls` } });
    expect(lines.filter((line) => line.startsWith('┊ '))).toHaveLength(1);
    expect(lines).toContain('│ ls');
  });

  it('leaves emoji and letters of every script alone', () => {
    for (const text of ['👨‍👩‍👧 ❤️ 👍🏽', 'नमस्ते', 'Ελλάδα', 'привет мир', '한국어', 'naïve café']) {
      expect(visibleText(text)).toBe(text);
    }
    expect(visibleText('a\u200db')).toBe('a\\u200db');
  });
});
