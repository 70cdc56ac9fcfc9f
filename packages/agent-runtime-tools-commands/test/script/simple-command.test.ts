import { describe, expect, it } from 'vitest';
import { analyzeCommand, dangerousCommand } from '../../src/index.ts';

describe('a process substitution as the value of a variable', () => {
  const programs = (text: string): string[] => analyzeCommand(text, { cwd: '/ws' }).parts.map(({ program }) => program);

  it.each([
    ['V=<(id) ls', ['id', 'ls']],
    ['V=>(id) ls', ['id', 'ls']],
    ['A=1 V=<(id) ls', ['id', 'ls']],
    ['V=<(id) W=$(whoami) ls', ['id', 'ls', 'whoami']],
    ['V=1 ls <(id)', ['id', 'ls']],
  ])('is a command of its own beside the one that it is for: %s', (text, expected) => {
    expect(programs(text).toSorted()).toEqual(expected);
  });

  it('is judged, and cannot be read with certainty', () => {
    const { problems } = analyzeCommand('V=<(id) ls', { cwd: '/ws' });
    expect(problems).toMatchObject([{ kind: 'syntax' }]);
    expect(analyzeCommand('V=1 ls <(id)', { cwd: '/ws' }).problems).toEqual([]);
    expect(dangerousCommand(analyzeCommand('V=<(rm -rf /) ls', { cwd: '/ws' }))).toBeDefined();
    expect(dangerousCommand(analyzeCommand('V=<(rm -rf x) ls', { cwd: '/ws' }))).toBeUndefined();
  });
});
