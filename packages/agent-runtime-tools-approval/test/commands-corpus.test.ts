import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AutoApprover } from '../src/index.ts';
import { Folder } from './fixtures/folder.ts';

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
const FORMS = {
  bash: (command: string) => ({ command }),
  execute_command: (command: string) => ({ command }),
  shell: (command: string) => ({ command }),
};

function rules(prefixes: readonly string[] = []): string[] {
  return prefixes.map((prefix) => `Bash(${prefix} *)`);
}

describe('AutoApprover on commands', () => {
  it.each(cases)('$id expects $expect: $why', async (example) => {
    using folder = new Folder(example.files);
    for (const [path, target] of Object.entries(example.symlinks ?? {})) folder.link(path, target);
    const approver = new AutoApprover({
      permissions: { allow: rules(example.allow), deny: rules(example.deny) },
      workspace: folder.workspace,
    });
    for (const [tool, params] of Object.entries(FORMS)) {
      const decision = await approver.shouldAutoApprove(tool, params(example.command), {
        workspacePaths: [folder.path],
        cwd: folder.path,
      });
      if (example.expect === 'allow') expect(decision).toMatchObject({ approved: true });
      else if (example.expect === 'ask') expect(decision).toMatchObject({ approved: false });
      else if (example.expect === 'deny') expect(decision).toMatchObject({ approved: false, decision: 'deny' });
      else expect(['approve', 'ask']).toContain(decision.decision);
      expect(decision.reasons.length).toBeGreaterThan(0);
    }
  });

  it.each(cases.filter((each) => each.expect === 'allow' && !each.allow.includes('*')))(
    '$id is allowed by a policy that names it',
    async (example) => {
      using folder = new Folder(example.files);
      const approver = new AutoApprover({
        policies: example.allow.map((prefix, index) => ({
          name: `allow ${index}`,
          tools: ['bash'],
          action: 'approve',
          priority: index,
          conditions: [
            {
              type: 'command',
              operator: 'matches',
              value: `^${prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:\\s|$)`,
            },
          ],
        })),
        workspace: folder.workspace,
      });
      const decision = await approver.shouldAutoApprove('bash', { command: example.command }, { cwd: folder.path });
      expect(decision).toMatchObject({ approved: true });
    },
  );

  it.each(cases.filter((each) => each.expect !== 'allow' && each.expect !== 'ask_or_allow'))(
    '$id gets past no policy either: $why',
    async (example) => {
      using folder = new Folder(example.files);
      for (const [path, target] of Object.entries(example.symlinks ?? {})) folder.link(path, target);
      const approver = new AutoApprover({
        policies: example.allow.map((prefix, index) => ({
          name: `allow ${index}`,
          tools: ['bash'],
          action: 'approve',
          conditions: [{ type: 'command', operator: 'contains', value: prefix }],
        })),
        workspace: folder.workspace,
      });
      const decision = await approver.shouldAutoApprove('bash', { command: example.command }, { cwd: folder.path });
      expect(decision.approved).toBe(false);
    },
  );
});
