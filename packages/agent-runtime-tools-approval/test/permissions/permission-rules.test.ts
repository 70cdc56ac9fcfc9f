import { describe, expect, it } from 'vitest';
import { AutoApprover, compilePermissionRule, loadPolicies, type PermissionRules } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';

type Row = [
  rules: PermissionRules,
  tool: string,
  params: Record<string, unknown>,
  expected: 'approve' | 'ask' | 'deny',
];

const rows: Row[] = [
  // Every tool that runs commands is meant by Bash.
  [{ allow: ['Bash(git log *)'] }, 'bash', { command: 'git log -5' }, 'approve'],
  [{ allow: ['Bash(git log:*)'] }, 'execute_command', { command: 'git log' }, 'approve'],
  [{ allow: ['Bash(git log *)'] }, 'run_command', { command: 'git', args: ['log', '-5'] }, 'approve'],
  [{ allow: ['Bash(git log *)'] }, 'run_command', { command: 'git log; touch MARK', args: ['x'] }, 'ask'],
  [{ allow: ['Bash(git log *)'] }, 'run_command', { command: 'git log; touch MARK', args: [] }, 'ask'],
  [{ allow: ['Bash(git status)'] }, 'bash', { command: 'git status' }, 'approve'],
  [{ allow: ['Bash(git status)'] }, 'bash', { command: 'git status -s' }, 'ask'],
  [{ allow: ['Bash'], deny: ['Bash(rm *)'] }, 'bash', { command: 'ls && rm x' }, 'deny'],
  [{ allow: ['Bash'], deny: ['Bash(rm *)'] }, 'run_command', { command: 'rm', args: ['x'] }, 'deny'],
  [{ allow: ['Bash(git push *)'], ask: ['Bash(git push *)'] }, 'bash', { command: 'git push' }, 'ask'],
  [{ allow: ['Bash(npm test *)'] }, 'run_command', { command: 'npm test', env: { NODE_OPTIONS: '-r ./x' } }, 'ask'],
  [{ allow: ['Bash(npm test *)'] }, 'run_command', { command: 'npm test', env: { CI: '1' } }, 'approve'],
  [{ allow: ['Bash(ls *)'] }, 'run_command', { command: 'ls', cwd: '/etc' }, 'ask'],
  [{ allow: ['Bash(ls *)'] }, 'run_command', { command: 'ls', cwd: 'src' }, 'approve'],
  [{ deny: ['Bash'] }, 'run_command', { command: 'ls' }, 'deny'],
  [{ allow: ['Bash(*)'] }, 'bash', { command: 'rm -rf /' }, 'deny'],
  // Every tool that writes is meant by Edit and by Write.
  [{ allow: ['Edit(src/**)'] }, 'edit_file', { path: 'src/a.ts', old_string: 'a', new_string: 'b' }, 'approve'],
  [{ allow: ['Edit(src/**)'] }, 'write_to_file', { path: 'src/a.ts', content: '' }, 'approve'],
  [{ allow: ['Write(src/**)'] }, 'apply_diff', { path: './src/../src/a.ts', diff: '' }, 'approve'],
  [{ allow: ['Edit(/src/**)'] }, 'edit_file', { path: 'lib/a.ts' }, 'ask'],
  [{ allow: ['Edit(src/**)'] }, 'edit_file', { path: 'src/../lib/a.ts' }, 'ask'],
  [{ allow: ['Edit(src/**)'] }, 'edit_file', { path: 'src/../../x' }, 'ask'],
  [{ allow: ['Edit(src/**)'] }, 'edit_file', { path: 'src/out/x' }, 'ask'],
  [{ allow: ['Edit'] }, 'edit_file', { path: 'lib/a.ts' }, 'approve'],
  [{ allow: ['Edit'] }, 'edit_file', { path: '.git/hooks/pre-commit' }, 'ask'],
  [{ allow: ['Edit'] }, 'delete_file', { path: 'lib/a.ts' }, 'ask'],
  [{ allow: ['Edit(src/**)'] }, 'delete_file', { path: 'src/a.ts' }, 'ask'],
  [{ allow: ['Delete(src/**)'] }, 'delete_file', { path: 'src/a.ts' }, 'approve'],
  [{ allow: ['Edit(src/**)'] }, 'move_file', { from: 'src/a.ts', to: 'src/b.ts' }, 'approve'],
  [{ allow: ['Edit(src/**)'] }, 'move_file', { from: 'lib/a.ts', to: 'src/a.ts' }, 'ask'],
  [
    { allow: ['Edit(src/**)'] },
    'apply_patch',
    { patch: '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch' },
    'approve',
  ],
  [
    { allow: ['Edit(src/**)'] },
    'apply_patch',
    { patch: '*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: lib/b.ts\n*** End Patch' },
    'ask',
  ],
  [
    { allow: ['Edit(src/**)'] },
    'apply_patch',
    { patch: '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n' },
    'approve',
  ],
  [{ allow: ['Edit(src/**)'] }, 'apply_patch', { patch: '--- a/src/a.ts\n+++ b/lib/a.ts\n' }, 'ask'],
  [{ allow: ['Edit(src/**)'] }, 'apply_patch', { patch: 'nothing to be found here' }, 'ask'],
  [
    { allow: ['Edit(src/**)'] },
    'multi_apply_diff',
    {
      files: [
        { path: 'src/a.ts', diff: '' },
        { path: 'lib/a.ts', diff: '' },
      ],
    },
    'ask',
  ],
  [{ allow: ['Edit(src/**)'] }, 'search_and_replace', { glob: '**/*', search: 'a', replace: 'b' }, 'ask'],
  [{ deny: ['Edit(secrets/**)'] }, 'delete_file', { path: 'secrets/x' }, 'deny'],
  [
    { deny: ['Edit(secrets/**)'] },
    'apply_patch',
    { patch: '*** Begin Patch\n*** Delete File: secrets/x\n*** End Patch' },
    'deny',
  ],
  [{ deny: ['Edit(secrets/**)'] }, 'move_file', { from: 'secrets/x', to: 'y' }, 'deny'],
  [{ deny: ['Edit(secrets/**)'] }, 'write_file', { path: 'link/x', content: '' }, 'deny'],
  [{ deny: ['Edit(secrets/**)'], allow: ['Edit'] }, 'read_file', { path: 'secrets/x' }, 'approve'],
  [{ deny: ['Edit(secrets/**)'] }, 'mystery', { path: 'secrets/x' }, 'deny'],
  // A restriction on reading holds for every tool that reads, and for writing.
  [{ deny: ['Read(.env)'] }, 'read_file', { path: '.env' }, 'deny'],
  [{ deny: ['Read(.env)'] }, 'read_file', { path: 'deep/down/.env' }, 'deny'],
  [{ deny: ['Read(./.env)'] }, 'read', { file_paths: ['a', '.env'] }, 'deny'],
  [{ deny: ['Read(.env)'] }, 'write_file', { path: '.env', content: '' }, 'deny'],
  [{ deny: ['Read(.env)'], allow: ['Bash(cat *)'] }, 'bash', { command: 'cat .env' }, 'deny'],
  [{ deny: ['Read(.env)'], allow: ['Bash(cat *)'] }, 'bash', { command: 'cat e*v .en?' }, 'deny'],
  [{ deny: ['Read(secrets/**)'], allow: ['Bash(cat *)'] }, 'bash', { command: 'cat link/x' }, 'deny'],
  [{ deny: ['Read(secrets/**)'] }, 'grep', { pattern: 'x', path: 'secrets' }, 'deny'],
  [{ deny: ['Read(.env)'] }, 'grep', { pattern: 'x', include: '.env' }, 'deny'],
  [{ deny: ['Read(.env)'] }, 'read_file', { path: '.env.example' }, 'approve'],
  [{ deny: ['Read(//etc/**)'] }, 'read_file', { path: '/etc/hosts' }, 'deny'],
  [{ deny: ['Read(~/**)'] }, 'mystery', { path: `${process.env['HOME']}/x` }, 'deny'],
  [{}, 'read_file', { path: 'src/a.ts' }, 'approve'],
  [{}, 'read_file', { path: '/etc/hosts' }, 'ask'],
  [{}, 'read_file', { path: 'src/out/x' }, 'ask'],
  [{ allow: ['Read(//etc/hosts)'] }, 'read_file', { path: '/etc/hosts' }, 'approve'],
  [{ additionalDirectories: ['/etc'] }, 'read_file', { path: '/etc/hosts' }, 'approve'],
  [{ allow: ['Edit(src/**)'], deny: [] }, 'bash', { command: 'echo x > src/a.ts' }, 'ask'],
  [{ allow: ['Edit(src/**)', 'Bash(echo *)'] }, 'bash', { command: 'echo x > src/new.ts' }, 'approve'],
  [{ allow: ['Edit(**)', 'Bash(echo *)'] }, 'bash', { command: 'echo x > .git/config' }, 'ask'],
  // Addresses.
  [{ allow: ['WebFetch(domain:example.com)'] }, 'web_fetch', { url: 'https://EXAMPLE.com/x' }, 'approve'],
  [{ allow: ['WebFetch(domain:example.com)'] }, 'web_fetch', { url: 'https://example.com.evil.test/' }, 'ask'],
  [{ allow: ['WebFetch(domain:example.com)'] }, 'web_fetch', { url: 'https://example.com@evil.test/' }, 'ask'],
  [{ allow: ['WebFetch(domain:example.com)'] }, 'web_fetch', { url: 'https://sub.example.com/' }, 'ask'],
  [{ allow: ['WebFetch(domain:*.example.com)'] }, 'web_fetch', { url: 'https://sub.example.com/' }, 'approve'],
  [{ allow: ['WebFetch(domain:*.example.com)'] }, 'web_fetch', { url: 'https://example.com/' }, 'ask'],
  [{ allow: ['WebFetch'], deny: ['WebFetch(domain:evil.test)'] }, 'web_fetch', { url: 'https://evil.test./' }, 'deny'],
  [{ allow: ['WebFetch'] }, 'web_fetch', { url: 'https://x.test/' }, 'approve'],
  // Servers.
  [{ allow: ['mcp__github'] }, 'mcp__github__list_issues', {}, 'approve'],
  [{ allow: ['mcp__github__*'] }, 'github__list_issues', {}, 'approve'],
  [{ allow: ['mcp__github__list_*'] }, 'mcp__github__delete_repo', {}, 'ask'],
  [{ allow: ['mcp__github'] }, 'mcp__github2__list_issues', {}, 'ask'],
  [{ deny: ['mcp__evil'] }, 'use_mcp_tool', { server_name: 'evil', tool_name: 'x', arguments: {} }, 'deny'],
  [{ deny: ['mcp__evil'] }, 'access_mcp_resource', { server_name: 'evil', uri: 'x' }, 'deny'],
  // By a tool's own name.
  [{ deny: ['web_search'] }, 'web_search', { query: 'x' }, 'deny'],
  [{ allow: ['my_tool'] }, 'my_tool', { a: 1 }, 'approve'],
  [{ allow: ['write_file(src/**)'] }, 'write_to_file', { path: 'src/a.ts', content: '' }, 'approve'],
  [{ allow: ['write_file(src/**)'] }, 'edit_file', { path: 'src/a.ts' }, 'ask'],
  [{ deny: ['write_file(secrets/**)'] }, 'edit_file', { path: 'secrets/a' }, 'deny'],
  [{}, 'mystery', { anything: true }, 'ask'],
  // A name of one tool consents for that tool alone, and restricts the whole family.
  [{ allow: ['Grep(//etc/**)'] }, 'grep', { pattern: 'x', path: '/etc/hosts' }, 'approve'],
  [{ allow: ['Grep(//etc/**)'] }, 'read_file', { path: '/etc/hosts' }, 'ask'],
  [{ deny: ['Grep(secrets/**)'] }, 'read_file', { path: 'secrets/x' }, 'deny'],
  // A move needs consent to edit the place it takes a file from.
  [{ allow: ['Read(lib/**)', 'Edit(src/**)'] }, 'move_file', { from: 'lib/a.ts', to: 'src/a.ts' }, 'ask'],
  // What cannot be read is not consented to.
  [{ allow: ['Edit', 'Bash'] }, 'write_file', { path: { a: 1 }, content: '' }, 'ask'],
  [{ allow: ['Edit', 'Bash'] }, 'bash', {}, 'ask'],
  [{ allow: ['bash'] }, 'bash', { command: 5 }, 'ask'],
  [{ allow: ['bash'] }, 'bash', { command: 'ls' }, 'approve'],
  // A tool that runs commands and is allowed by its own name may run any, and no other tool may.
  [{ allow: ['bash'] }, 'shell', { command: 'npm i x' }, 'approve'],
  [{ allow: ['bash'] }, 'run_command', { command: 'npm i x' }, 'ask'],
  [{ allow: ['run_command'] }, 'execute_command', { command: 'npm i x' }, 'approve'],
  [{ allow: ['run_command'] }, 'bash', { command: 'npm i x' }, 'ask'],
  [{ allow: ['run_*'] }, 'run_shell_command', { command: 'npm i x' }, 'approve'],
  [{ allow: ['run_*'] }, 'bash', { command: 'npm i x' }, 'ask'],
  [{ allow: ['run_in_terminal'] }, 'run_shell_command', { command: 'npm i x' }, 'approve'],
  [{ allow: ['*'] }, 'bash', { command: 'npm i x' }, 'approve'],
  [{ allow: ['bash'] }, 'bash', { command: 'rm -rf /' }, 'deny'],
  [{ allow: ['bash', 'Bash(ls)'], ask: ['Bash(npm *)'] }, 'bash', { command: 'npm i x' }, 'ask'],
  [{ allow: ['Bash'], deny: ['run_command'] }, 'bash', { command: 'ls' }, 'approve'],
  [{ allow: ['Bash'], deny: ['run_command'] }, 'execute_command', { command: 'ls' }, 'deny'],
  [{ allow: ['Bash'] }, 'bash', { command: ['ls', '-la'] }, 'approve'],
];

describe('A path that starts with / in a rule', () => {
  const decided = async (permissions: PermissionRules, path: string): Promise<string> => {
    using folder = new Folder({ 'src/a.ts': 'a', 'conf/src/a.ts': 'a' });
    const settingsFolder = permissions.settingsFolder === undefined ? undefined : `${folder.path}/conf`;
    const approver = new AutoApprover({
      permissions: { ...permissions, ...(settingsFolder !== undefined && { settingsFolder }) },
      workspace: folder.workspace,
    });
    return (await approver.shouldAutoApprove('edit_file', { path }, { cwd: folder.path })).decision;
  };

  it('starts at the roots where the rules belong to no settings', async () => {
    expect(await decided({ allow: ['Edit(/src/**)'] }, 'src/a.ts')).toBe('approve');
    expect(await decided({ allow: ['Edit(/src/**)'] }, 'conf/src/a.ts')).toBe('ask');
  });

  it('allows from the folder of its settings alone, and restricts from the roots as well', async () => {
    const settingsFolder = 'conf';
    expect(await decided({ settingsFolder, allow: ['Edit(/src/**)'] }, 'conf/src/a.ts')).toBe('approve');
    expect(await decided({ settingsFolder, allow: ['Edit(/src/**)'] }, 'src/a.ts')).toBe('ask');
    expect(await decided({ settingsFolder, deny: ['Edit(/src/**)'] }, 'conf/src/a.ts')).toBe('deny');
    expect(await decided({ settingsFolder, deny: ['Edit(/src/**)'] }, 'src/a.ts')).toBe('deny');
  });

  it('gets the folder of its settings from loadPolicies', () => {
    const { permissions } = loadPolicies(
      { permissions: { deny: ['Read(/x)'] } },
      { settingsFolder: '/home/me/.claude' },
    );
    expect(permissions).toEqual({ deny: ['Read(/x)'], settingsFolder: '/home/me/.claude' });
  });
});

describe('Permission rules', () => {
  it.each(rows)('%j on %s %j: %s', async (permissions, tool, params, expected) => {
    using folder = new Folder({ 'src/a.ts': 'a', 'lib/a.ts': 'a', '.env': 'S=1', 'secrets/x': 's' });
    folder.link('src/out', '/tmp');
    folder.link('link', 'secrets');
    const approver = new AutoApprover({ permissions, workspace: folder.workspace });
    const context = { workspacePaths: [folder.path], cwd: folder.path };
    const decision = await approver.shouldAutoApprove(tool, params, context);
    expect(decision).toMatchObject({ decision: expected });
    // The same without a workspace of our own.
    const plain = await new AutoApprover({ permissions }).shouldAutoApprove(tool, params, context);
    expect(plain).toMatchObject({ decision: expected });
  });

  it.each(['', 'Bash(', 'Edit(!x)', 'WebFetch(example.com)', 'WebFetch(domain:a b)', 'mcp__x(y)', 'unknown(x)', 'a b'])(
    '%j is refused, for no rule is ever ignored',
    (text) => {
      expect(() => compilePermissionRule(text)).toThrow(TypeError);
      expect(() => new AutoApprover({ permissions: { deny: [text] } })).toThrow(TypeError);
    },
  );
});

describe('Several rules on one path', () => {
  it.each([
    [['Edit(/src/a.ts)', 'Read(/src/a.ts)'], 'read_file', 'deny'],
    [['Edit(/src/a.ts)', 'Edit(/src/a.ts)', 'Read(/src/a.ts)'], 'read_file', 'deny'],
    [['Edit(/src/a.ts)', 'Edit(/src/b.ts)'], 'read_file', 'approve'],
    [['Read(/src)', 'Edit(/src/a.ts)'], 'read_file', 'deny'],
  ])('%j all count for %s: %s', async (deny, tool, expected) => {
    const approver = new AutoApprover({ permissions: { deny }, workspace: '/nowhere' });
    const decision = await approver.shouldAutoApprove(tool, { path: 'src/a.ts' }, { cwd: '/nowhere' });
    expect(decision.decision).toBe(expected);
  });
});
