import { describe, expect, it } from 'vitest';
import { parseCommandRule } from '../../../src/index.ts';
import { joinWords } from '../../../src/judge/rules/command-rule.ts';

describe('parseCommandRule', () => {
  it.each([
    ['git status', 'git status', true],
    ['git status', 'git status -s', false],
    ['git status', 'git', false],
    ['git log *', 'git log', true],
    ['git log *', 'git log --oneline -5', true],
    ['git log *', 'git logs', false],
    ['git log*', 'git logs', true],
    ['git log:*', 'git log', true],
    ['git log:*', 'git log x', true],
    ['git log:*', 'git log:x', false],
    ['npm run test:*', 'npm run test:unit', false],
    ['npm run test:unit', 'npm run test:unit', true],
    ['npm run test:* x', 'npm run test:a b x', true],
    ['git * main', 'git push origin main', true],
    ['git * main', 'git main', false],
    ['* --version', 'node --version', true],
    ['* --version', 'a b --version', true],
    ['* --version', '--version', false],
    ['*', 'anything at all', true],
    ['* *', 'anything', true],
    ['', 'anything', false],
    ['  git   status  ', 'git status', true],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'acb', false],
    ['a*a', 'a', false],
    ['echo \\*', 'echo *', true],
    ['echo \\*', 'echo x', false],
  ])('%j and %j', (rule, command, expected) => {
    expect(parseCommandRule(rule).matches(joinWords(command.split(' ')))).toBe(expected);
  });

  it('reads quotes as in a command', () => {
    const rule = parseCommandRule('git commit -m "fix it" *');
    expect(rule.matches(joinWords(['git', 'commit', '-m', 'fix it']))).toBe(true);
    expect(rule.matches(joinWords(['git', 'commit', '-m', 'fix', 'it']))).toBe(false);
    expect(rule.literalWords).toBe(4);
  });

  it('does not take a blank within an argument for the end of a word', () => {
    expect(parseCommandRule('git log *').matches(joinWords(['git', 'log x']))).toBe(false);
    expect(parseCommandRule('npm run lint').matches(joinWords(['npm', 'run lint']))).toBe(false);
  });

  it('knows what it names', () => {
    expect(parseCommandRule('python3 -m pytest *')).toMatchObject({ name: 'python3', literalWords: 3, exact: false });
    expect(parseCommandRule('npm test')).toMatchObject({ name: 'npm', literalWords: 2, exact: true });
    expect(parseCommandRule('* x')).toMatchObject({ name: undefined, literalWords: 0, exact: false });
    expect(parseCommandRule('FOO=1 npm test *')).toMatchObject({
      name: 'npm',
      assignments: ['FOO=1'],
      literalWords: 2,
    });
    expect(parseCommandRule('curl * | sh')).toMatchObject({ name: undefined, compound: true });
  });
});
