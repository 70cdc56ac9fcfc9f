import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { analyzeCommand, judgeCommand } from '../src/index.ts';
import { Workspace } from './fixtures/workspace.ts';

interface Decision {
  readonly allow: readonly string[];
  readonly deny?: readonly string[];
  readonly command: string;
  readonly expect: 'allow' | 'ask' | 'deny';
}

const decisions: readonly Decision[] = JSON.parse(
  readFileSync(new URL('fixtures/decisions.json', import.meta.url), 'utf8'),
);
const workspace = new Workspace({ 'a.ts': 'x', 'b.ts': 'x', 'src/x.ts': 'x', 'README.md': 'x' });
workspace.link('link-out', '/etc/hostname');
workspace.link('dir-out', '/etc');

afterAll(() => workspace[Symbol.dispose]());

describe('a command under prefix rules', () => {
  it.each(decisions)('$expect with $allow: $command', ({ command, allow, deny = [], expect: expected }) => {
    const analysis = analyzeCommand(command.replaceAll('{ws}', workspace.path), { cwd: workspace.path });
    const verdict = judgeCommand(analysis, {
      allow: allow.map((prefix) => `${prefix} *`),
      deny: deny.map((prefix) => `${prefix} *`),
      roots: [workspace.path],
    });
    expect(verdict).toMatchObject({ decision: expected });
  });
});
