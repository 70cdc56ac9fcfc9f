import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AutoApprover, type AutoApproverOptions } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { project } from '../fixtures/project.ts';
import { session } from '../fixtures/session.ts';

const environment = () => ({ PATH: process.env['PATH'] });

async function decided(
  params: object,
  {
    files = {},
    tool = 'bash',
    ...options
  }: AutoApproverOptions & { files?: Record<string, string>; tool?: string } = {},
): Promise<string> {
  using folder = project();
  for (const [path, content] of Object.entries(files)) folder.write(path, content);
  const approver = new AutoApprover({ workspace: folder.workspace, approveReads: true, environment, ...options });
  return (await approver.shouldAutoApprove(tool, params, { cwd: folder.path })).decision;
}

describe('approveReads', () => {
  it.each(['ls', 'git status', 'grep -rn x src | head', 'cat README.md', 'git log --oneline -5'])(
    'approves %s, which asks without it',
    async (command) => {
      expect(await decided({ command })).toBe('approve');
      expect(await decided({ command }, { approveReads: false })).toBe('ask');
      expect(await decided({ command }, { mode: 'dont-ask' })).toBe('approve');
      expect(await decided({ command }, { mode: 'plan' })).toBe('deny');
    },
  );

  it('is off by default, and only a plain true turns it on', async () => {
    using folder = project();
    for (const given of ['{}', '{"approveReads":"true"}', '{"approveReads":1}', '{"approveReads":{}}']) {
      // As from a settings file, whose types nobody has checked.
      const settings: AutoApproverOptions = JSON.parse(given);
      const approver = new AutoApprover({ ...settings, workspace: folder.workspace, environment });
      const { decision } = await approver.shouldAutoApprove('bash', { command: 'ls' }, { cwd: folder.path });
      expect(decision).toBe('ask');
    }
  });

  it.each([
    ['touches what is not in the workspace', { command: 'cat /etc/hostname' }],
    ['goes through a link', { command: 'cat link-out' }],
    ['writes', { command: 'ls > out' }],
    ['reads credentials', { command: 'cat .env' }],
    ['lists a folder of keys', { command: 'ls .ssh' }],
    ['is given variables', { command: 'ls', env: { CI: '1' } }],
    ['is given input', { command: 'cat', stdin: 'x' }],
    ['is given something that nobody knows', { command: 'ls', host: 'x' }],
    ['runs in the background', { command: 'ls', background: true }],
    ['runs elsewhere', { command: 'ls', cwd: '/etc' }],
  ])('asks about a call that %s', async (_, params) => {
    expect(await decided(params, { tool: 'run_command' })).toBe('ask');
  });

  it('takes the folder, the time and a description for what they are', async () => {
    const params = { command: 'ls', args: ['-l'], cwd: 'src', timeout: 1000, description: 'Lists.' };
    expect(await decided(params, { tool: 'run_command' })).toBe('approve');
  });

  it('asks about tools that nobody knows to run commands here', async () => {
    const capabilities = { readsFiles: false, writesFiles: false, executesCommands: true, accessesNetwork: false };
    const tools = [
      {
        name: 'remote_shell',
        capabilities: { ...capabilities, destructive: false, idempotent: false, retryable: false },
      },
    ];
    expect(
      await decided(
        { command: 'ls' },
        { tool: 'remote_shell', tools: tools.map((each) => ({ ...each, requiresApproval: true })) },
      ),
    ).toBe('ask');
  });

  it.each(['.toolignore', '.clineignore', '.rooignore'])('asks where %s hides files from tools', async (name) => {
    expect(await decided({ command: 'ls' }, { files: { [name]: 'secret\n' } })).toBe('ask');
    expect(await decided({ command: 'ls' }, { files: { [`src/${name}`]: 'secret\n' } })).toBe('approve');
  });

  it('leaves the last word to rules', async () => {
    expect(await decided({ command: 'git status' }, { permissions: { deny: ['Bash(git *)'] } })).toBe('deny');
    expect(await decided({ command: 'git status' }, { permissions: { ask: ['Bash(git *)'] } })).toBe('ask');
    expect(await decided({ command: 'ls' }, { permissions: { deny: ['Bash(git *)'] } })).toBe('approve');
    expect(await decided({ command: 'grep -r x .' }, { permissions: { deny: ['Read(secret/**)'] } })).toBe('ask');
    const policies = [{ name: 'p', tools: ['Bash'], action: 'ask' as const }];
    expect(await decided({ command: 'ls' }, { policies })).toBe('ask');
  });

  it('approves nothing of the hostile commands', { timeout: 120_000 }, async () => {
    const cases = JSON.parse(
      readFileSync(
        new URL('../../../agent-runtime-tools-commands/test/fixtures/commands.json', import.meta.url),
        'utf8',
      ),
    ) as { command: string; expect: string; files?: Record<string, string>; symlinks?: Record<string, string> }[];
    const approved: string[] = [];
    for (const { command, files = {}, symlinks = {} } of cases.filter((each) => /^(?:ask|deny)$/.test(each.expect))) {
      using folder = new Folder(files);
      for (const [path, target] of Object.entries(symlinks)) folder.link(path, target);
      const approver = new AutoApprover({ workspace: folder.workspace, approveReads: true, environment });
      const { decision } = await approver.shouldAutoApprove('bash', { command }, { cwd: folder.path });
      if (decision === 'approve') approved.push(command);
    }
    expect(cases.length).toBeGreaterThan(100);
    expect(approved).toEqual([]);
  });

  it('lets a call run that nobody is asked about', async () => {
    using folder = project();
    const { run, asked, ran } = session(folder, { approveReads: true, environment, ask: () => false });
    expect(await run('bash', { command: 'ls src' })).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
    expect(await run('bash', { command: 'rm src/a.ts' })).toMatchObject({ ok: false });
    expect(asked).toHaveLength(1);
    expect(ran).toHaveLength(1);
  });
});
