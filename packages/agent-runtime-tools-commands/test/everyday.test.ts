import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { analyzeCommand, judgeCommand } from '../src/index.ts';
import { Workspace } from './fixtures/workspace.ts';

/** What developers type all day, with the rules that are there for it: `rule, rule | command`. */
const lines = readFileSync(new URL('fixtures/everyday.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const workspace = new Workspace({ 'a.ts': 'x', 'b.ts': 'x', 'src/x.ts': 'x', 'README.md': 'x' });

afterAll(() => workspace[Symbol.dispose]());

describe('an everyday command', () => {
  it.each(lines)('%s', (line) => {
    const [rules = '', ...rest] = line.split(' | ');
    const verdict = judgeCommand(analyzeCommand(rest.join(' | '), { cwd: workspace.path }), {
      allow: rules.split(', ').map((rule) => `${rule} *`),
      roots: [workspace.path],
    });
    expect(verdict.reasons.map(({ why }) => why).join('; ')).toMatch(/^covered by/);
    expect(verdict.decision).toBe('allow');
  });
});
