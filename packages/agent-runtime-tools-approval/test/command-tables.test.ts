import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { AutoApprover } from '../src/index.ts';
import { project } from './fixtures/project.ts';

interface Table {
  readonly allow: readonly string[];
  readonly commands: readonly string[];
}

const folder = project();
afterAll(() => folder[Symbol.dispose]());

function tables(name: string): { title: string; table: Table }[] {
  const all: readonly Table[] = JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));
  return all.map((table) => ({ title: `${table.allow.slice(0, 3).join(', ')} (${table.commands.length})`, table }));
}

async function decided({ allow, commands }: Table, approved: boolean): Promise<string[]> {
  const approver = new AutoApprover({ permissions: { allow }, workspace: folder.path });
  const found: string[] = [];
  for (const command of commands) {
    const decision = await approver.shouldAutoApprove('bash', { command }, { cwd: folder.path });
    if (decision.approved === approved) found.push(`${JSON.stringify(command)}: ${decision.reason}`);
  }
  return found;
}

describe('AutoApprover on tables of commands', () => {
  it.each(tables('hostile-commands'))('lets nothing hostile through under $title', async ({ table }) => {
    expect(await decided(table, true)).toEqual([]);
  });

  it.each(tables('harmless-commands'))('does not ask about what is covered by $title', async ({ table }) => {
    expect(await decided(table, false)).toEqual([]);
  });

  it.each([
    'ls; rm x',
    '$(rm x)',
    'env rm x',
    'r\\m x',
    '/bin/rm x',
    'sh -c "rm x"',
    'x=rm; $x y',
    'ls | xargs rm',
    'sudo rm x',
    "eval 'r''m x'",
    'f(){ rm x; }; f',
    'cat <(rm x)',
    'coproc rm x',
    'trap "rm x" EXIT',
    'busybox rm x',
    "$'rm' x",
    'rm${IFS}x',
    '{rm,x}',
    'npx rm x',
    'parallel rm ::: x',
    'watch rm x',
    'script -c "rm x"',
    'env -S "rm x"',
    'bash <<< "rm x"',
    'bash <<E\nrm x\nE',
    'echo "rm x" | sh',
    'bash -c "$(echo rm x)"',
    'find . -print0 | xargs -0 rm',
    'cat <<E | sh\nrm x\nE',
    'cd src && rm x',
    '[ -f x ] && rm x',
    'export CI=1; rm x',
    'rm\\\n x',
    'A=1 rm x',
  ])('a deny rule for rm finds it in %j', async (command) => {
    const approver = new AutoApprover({
      permissions: { allow: ['Bash'], deny: ['Bash(rm *)'] },
      workspace: folder.path,
    });
    expect(await approver.shouldAutoApprove('bash', { command }, { cwd: folder.path })).toMatchObject({
      decision: 'deny',
    });
  });

  it('files that find lists for xargs are held back by a rule for one of them', async () => {
    const permissions = { allow: ['Bash(find *)', 'Bash(cat *)'], deny: ['Read(/src/b.ts)'] };
    const approver = new AutoApprover({ permissions, workspace: folder.path });
    const decide = (command: string) => approver.shouldAutoApprove('bash', { command }, { cwd: folder.path });
    expect(await decide('find src | xargs cat')).toMatchObject({ approved: false });
    expect(await decide('find docs | xargs cat')).toMatchObject({ approved: true });
  });
});
