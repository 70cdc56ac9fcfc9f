import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyzeCommand, judgeCommand } from '../src/index.ts';
import { Workspace } from './fixtures/workspace.ts';

interface Case {
  readonly id: string;
  readonly allow: readonly string[];
  readonly deny?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly symlinks?: Readonly<Record<string, string>>;
  readonly command: string;
  readonly expect: 'allow' | 'ask' | 'deny' | 'ask_or_allow';
  readonly why: string;
}

const cases: readonly Case[] = JSON.parse(readFileSync(new URL('fixtures/commands.json', import.meta.url), 'utf8'));

describe('the corpus', () => {
  it.each(cases)('$id expects $expect: $why', (example) => {
    using workspace = new Workspace(example.files);
    for (const [path, target] of Object.entries(example.symlinks ?? {})) workspace.link(path, target);
    const verdict = judgeCommand(analyzeCommand(example.command, { cwd: workspace.path }), {
      allow: example.allow.map((prefix) => `${prefix} *`),
      deny: (example.deny ?? []).map((prefix) => `${prefix} *`),
      roots: [workspace.path],
    });
    if (example.expect === 'ask') expect(verdict.decision).not.toBe('allow');
    else if (example.expect === 'ask_or_allow') expect(['ask', 'allow']).toContain(verdict.decision);
    else expect(verdict).toMatchObject({ decision: example.expect });
    expect(verdict.reasons.length).toBeGreaterThan(0);
  });
});
