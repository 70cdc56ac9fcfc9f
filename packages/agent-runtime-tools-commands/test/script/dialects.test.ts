import { describe, expect, it } from 'vitest';
import { analyzeCommand } from '../../src/index.ts';

function syntaxProblems(text: string): number {
  return analyzeCommand(text, { cwd: '/ws' }).problems.filter(({ kind }) => kind === 'syntax').length;
}

describe('a script for any shell', () => {
  it.each([
    ['for x in a b; do ls; done', 'select x in a b; do ls; done'],
    ['while ls; do ls; done', 'for ((;;)); do ls; done'],
    ['[ a = b ]', '[[ a = b ]]'],
    ['if [ a ]; then ls; fi', 'if [[ a ]]; then ls; fi'],
    ['(ls)', '((1))'],
    ['ls &', 'coproc ls'],
    ['ls >/dev/null', 'ls &>/dev/null'],
    ['ls >>/dev/null', 'ls &>>/dev/null'],
    ['cat </dev/null', 'cat <<< x'],
    ['a=1', 'a=(1 2)'],
  ])('may have %s, while %s means something else without bash', (portable, bashOnly) => {
    expect(syntaxProblems(`sh -c '${portable}'`)).toBe(0);
    expect(syntaxProblems(`sh -c '${bashOnly}'`)).toBe(1);
    expect(syntaxProblems(`bash -c '${portable}'`)).toBe(0);
    expect(syntaxProblems(`bash -c '${bashOnly}'`)).toBe(0);
  });
});
