import { describe, expect, it } from 'vitest';
import { AutoApprover, type ApprovalCondition, type ApprovalMode, type ApprovalPolicy } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';

const FILES = { 'src/a.ts': 'a', 'docs/b.md': 'b', '.env': 'S=1' };

async function decided(policies: ApprovalPolicy[], tool: string, params: object, mode: ApprovalMode = 'default') {
  using folder = new Folder(FILES);
  folder.link('src/env', '../.env');
  const approver = new AutoApprover({ policies, workspace: folder.workspace, mode });
  return await approver.shouldAutoApprove(tool, params, { workspacePaths: [folder.path], cwd: folder.path });
}

function policy(name: string, action: ApprovalPolicy['action'], more: Partial<ApprovalPolicy> = {}): ApprovalPolicy {
  return { name, action, tools: ['*'], priority: 0, ...more };
}

function when(
  type: ApprovalCondition['type'],
  operator: ApprovalCondition['operator'],
  value: ApprovalCondition['value'],
) {
  return { conditions: [{ type, operator, value }] };
}

describe('Policies', () => {
  it.each([
    [[policy('low', 'deny', { priority: 1 }), policy('high', 'approve', { priority: 2 })], 'approve', 'high'],
    [[policy('approve', 'approve'), policy('ask', 'ask'), policy('deny', 'deny')], 'deny', 'deny'],
    [[policy('approve', 'approve'), policy('ask', 'ask')], 'ask', 'ask'],
    [[policy('other', 'deny', { tools: ['write_*'] }), policy('all', 'approve')], 'approve', 'all'],
    [[policy('family', 'deny', { tools: ['Read'] }), policy('all', 'approve')], 'deny', 'family'],
    [[policy('braces', 'deny', { tools: ['{read,write}_file'] })], 'deny', 'braces'],
  ] as const)('%j decide by priority, then deny, ask, approve: %s', async (policies, decision, policyName) => {
    expect(await decided([...policies], 'read_file', { path: 'src/a.ts' })).toMatchObject({ decision, policyName });
  });

  it.each([
    ['path', 'equals', 'src/a.ts', true],
    ['path', 'equals', './src/a.ts', true],
    ['path', 'contains', 'src', true],
    ['path', 'contains', 'docs', false],
    ['path', 'matches', 'src/**', true],
    ['path', 'matches', '*.ts', true],
    ['path', 'matches', '**/*.md', false],
    ['path', 'matches', '^src/.*\\.ts$', true],
    ['path', 'matches', /\.ts$/, true],
    ['path', 'matches', '/\\.TS$/i', true],
    ['content', 'contains', 'password', true],
    ['content', 'matches', 'pass(word|phrase)', true],
    ['content', 'equals', 'x', false],
    ['size', 'lessThan', 100, true],
    ['size', 'greaterThan', 100, false],
    ['risk', 'equals', 'medium', true],
    ['risk', 'lessThan', 'high', true],
    ['risk', 'greaterThan', 50, false],
    ['capability', 'equals', 'writesFiles', true],
    ['capability', 'equals', 'executesCommands', false],
    ['mode', 'equals', 'act', true],
    ['url', 'contains', 'x', false],
    ['command', 'contains', 'x', false],
  ] as const)('a condition that %s %s %s holds for a write: %s', async (type, operator, value, holds) => {
    const params = { path: 'src/a.ts', content: 'the password is short', risk: 'low' };
    for (const action of ['approve', 'deny'] as const) {
      const decision = await decided([policy('it', action, when(type, operator, value))], 'write_file', params);
      expect(decision.decision).toBe(holds ? action : 'ask');
    }
  });

  it('take no risk from the arguments', async () => {
    const low = [policy('low', 'approve', when('risk', 'equals', 'low'))];
    expect(await decided(low, 'delete_file', { path: 'src/a.ts', risk: 'low' })).toMatchObject({ approved: false });
    expect(await decided(low, 'mystery', { risk: 'low' })).toMatchObject({ approved: false });
  });

  it('that deny look through links, and those that approve need both names', async () => {
    const secret = policy('secret', 'deny', when('path', 'equals', '.env'));
    expect(await decided([secret], 'read_file', { path: 'src/env' })).toMatchObject({ decision: 'deny' });
    const source = policy('source', 'approve', when('path', 'matches', 'src/**'));
    expect(await decided([source], 'edit_file', { path: 'src/env' })).toMatchObject({ decision: 'ask' });
    expect(await decided([source], 'edit_file', { path: 'src/a.ts' })).toMatchObject({ decision: 'approve' });
  });

  it('approve nothing outside of the workspace and no protected file', async () => {
    const all = [policy('all', 'approve')];
    for (const path of ['/etc/passwd', '../x', 'src/../../x', '.git/config', '.vscode/tasks.json']) {
      expect(await decided(all, 'write_file', { path, content: '' })).toMatchObject({ decision: 'ask' });
    }
  });

  it('that deny commands hold for every part and spelling', async () => {
    const deny = [
      policy('no curl', 'deny', { tools: ['bash'], ...when('command', 'matches', '^curl\\b') }),
      policy('all', 'approve'),
    ];
    for (const command of ['curl x', 'ls; curl x', 'env A=1 curl x', 'echo $(curl x)', '/usr/bin/curl x', 'cu""rl x']) {
      expect(await decided(deny, 'bash', { command })).toMatchObject({ decision: 'deny' });
    }
    expect(await decided(deny, 'bash', { command: 'echo curl' })).toMatchObject({ decision: 'approve' });
  });

  it('that approve commands cover each part from its first word', async () => {
    const allow = [policy('tests', 'approve', when('command', 'contains', 'npm test'))];
    for (const command of ['evil npm test', 'npm test; touch MARK', 'npm testx', 'npm test > /etc/x']) {
      expect(await decided(allow, 'bash', { command })).toMatchObject({ approved: false });
    }
    expect(await decided(allow, 'bash', { command: 'npm test && npm test -- a' })).toMatchObject({ approved: true });
  });

  it('refuse what cannot be a condition, and patterns that need backtracking', () => {
    for (const condition of [
      when('command', 'matches', '(?=a)b'),
      when('content', 'matches', '(a)\\1'),
      when('content', 'matches', '('),
      when('size', 'contains', 3),
      when('risk', 'equals', 'extreme'),
      when('capability', 'equals', 'flies'),
      when('size', 'lessThan', 'many'),
    ]) {
      expect(() => new AutoApprover({ policies: [policy('bad one', 'deny', condition)] })).toThrow(/bad one/);
    }
  });

  it('cannot be made to hang by a pattern', async () => {
    const text = `${'a'.repeat(50_000)}!`;
    const started = performance.now();
    for (const value of ['^(a+)+$', '(a|aa)*b', 'a*a*a*a*a*b']) {
      await decided([policy('slow', 'deny', when('content', 'matches', value))], 'write_file', {
        path: 'x',
        content: text,
      });
    }
    const globs = [policy('glob', 'deny', when('path', 'matches', `${'*a'.repeat(40)}b`))];
    await decided(globs, 'read_file', { path: 'a'.repeat(200) });
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('Modes', () => {
  const edit = { path: 'src/a.ts', old_string: 'a', new_string: 'b' };
  const denyDocs = [policy('docs', 'deny', when('path', 'contains', 'docs'))];

  it.each([
    ['default', 'edit_file', edit, 'ask'],
    ['accept-edits', 'edit_file', edit, 'approve'],
    ['accept-edits', 'edit_file', { path: 'docs/b.md' }, 'deny'],
    ['accept-edits', 'edit_file', { path: '/etc/x' }, 'ask'],
    ['accept-edits', 'edit_file', { path: '.git/config' }, 'ask'],
    ['accept-edits', 'delete_file', { path: 'src/a.ts' }, 'ask'],
    ['accept-edits', 'bash', { command: 'ls' }, 'ask'],
    ['plan', 'edit_file', edit, 'deny'],
    ['plan', 'bash', { command: 'ls' }, 'deny'],
    ['plan', 'read_file', { path: 'src/a.ts' }, 'approve'],
    ['dont-ask', 'edit_file', edit, 'deny'],
    ['dont-ask', 'read_file', { path: 'src/a.ts' }, 'approve'],
    ['bypass', 'edit_file', edit, 'approve'],
    ['bypass', 'bash', { command: 'curl x | sh' }, 'approve'],
    ['bypass', 'bash', { command: 'rm -rf /' }, 'deny'],
    ['bypass', 'edit_file', { path: 'docs/b.md' }, 'deny'],
  ] as const)('%s: %s %j is %s', async (mode, tool, params, decision) => {
    expect(await decided(denyDocs, tool, params, mode)).toMatchObject({ decision });
  });

  it('bypass does not get around a denied file by a glob or a link', async () => {
    using folder = new Folder(FILES);
    folder.link('src/env', '../.env');
    const approver = new AutoApprover({
      permissions: { deny: ['Read(.env)'] },
      workspace: folder.workspace,
      mode: 'bypass',
    });
    for (const command of ['cat .e*', 'cat .en[v]', 'cat src/env', 'cd src && cat ../.env', 'head -1 src/en?']) {
      const decision = await approver.shouldAutoApprove('bash', { command }, { cwd: folder.path });
      expect(decision).toMatchObject({ decision: 'deny', rule: 'Read(.env)' });
    }
  });

  it('dont-ask names the rule that would have allowed a call', async () => {
    const { reasons } = await decided([], 'bash', { command: 'git log -3' }, 'dont-ask');
    expect(reasons.join('\n')).toContain('Bash(git log *)');
  });
});

describe('Without a word from any rule', () => {
  it.each([
    ['read_file', { path: 'src/a.ts' }, 'approve'],
    ['read_file', { path: 'missing' }, 'approve'],
    ['write_file', { path: 'new.ts', content: '' }, 'approve'],
    ['write_file', { path: 'src/a.ts', content: '' }, 'ask'],
    ['move_file', { from: 'src/a.ts', to: 'b.ts' }, 'approve'],
    ['move_file', { from: 'src/a.ts', to: 'docs/b.md' }, 'ask'],
    ['delete_file', { path: 'src/a.ts' }, 'ask'],
    ['bash', { command: 'ls' }, 'ask'],
    ['web_fetch', { url: 'https://example.com' }, 'ask'],
    ['web_search', { query: 'x' }, 'approve'],
    ['anything_else', {}, 'ask'],
  ] as const)('%s %j is %s', async (tool, params, decision) => {
    expect(await decided([], tool, params)).toMatchObject({ decision });
  });
});
