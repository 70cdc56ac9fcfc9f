import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyzeCommand, judgeCommand } from '../../src/index.ts';

/** `program | options`, one program to a line. */
function listed(name: string): string[][] {
  const text = readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8').trimEnd();
  return text.split('\n').map((line) => line.split('|').map((part) => part.trim()));
}

/** The options with which a rule for the whole program does not decide as it should. */
function wrong(program: string, options: string, expected: string): string[] {
  const given = options.split(' ').filter((option) => option !== '');
  return given.filter((option) => {
    const analysis = analyzeCommand(`${program} ${option} x`, { cwd: '/ws' });
    const policy = { allow: [`${program} *`], roots: ['/ws'], inspectFiles: false };
    return judgeCommand(analysis, policy).decision !== expected;
  });
}

describe('a rule for a program lets through any option but some that are known', () => {
  it.each(listed('options-asked.txt'))('%s', (program = '', asked = '') => {
    expect(wrong(program, '--no-such-option', 'allow')).toEqual([]);
    expect(wrong(program, asked, 'ask')).toEqual([]);
  });
});

describe('a rule for a program lets through the options that are known, and no others', () => {
  it.each(listed('options-known.txt'))('%s', (program = '', known = '') => {
    expect(wrong(program, known, 'allow')).toEqual([]);
    expect(wrong(program, '--no-such-option', 'ask')).toEqual([]);
  });
});

describe('one word of a command', () => {
  const decide = (text: string, rule: string): string => {
    const analysis = analyzeCommand(text, { cwd: '/ws' });
    return judgeCommand(analysis, { allow: [rule], roots: ['/ws'], inspectFiles: false }).decision;
  };

  it.each([
    ['what is named is a script, not whatever comes in', 'node x.js *', 'node x.js a', 'node - *', 'node - a'],
    [
      'what is checked is a file, not whatever comes in',
      'node --check *',
      'node --check x',
      'node --check *',
      'node --check -',
    ],
    [
      'a format is a text, not a file',
      'curl *',
      "curl -w '%{http_code}' https://a.test",
      'curl *',
      "curl -w '%output{x}' https://a.test",
    ],
    ['a format is known', 'curl *', 'curl -w x https://a.test', 'curl *', 'curl -w "$X" https://a.test'],
    ['a format has a name and is no script', 'pandoc *', 'pandoc -t html a.md', 'pandoc *', 'pandoc -t html.lua a.md'],
  ])('%s', (_, rule, yes, otherRule, no) => {
    expect(decide(yes, rule)).toBe('allow');
    expect(decide(no, otherRule)).toBe('ask');
  });
});
