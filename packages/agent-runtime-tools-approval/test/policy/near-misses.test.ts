import { parseHostPattern } from '@ku0/agent-runtime-tools-rules';
import { describe, expect, it } from 'vitest';
import { argumentContents } from '../../src/calls/arguments/argument-contents.ts';
import { commandConsent } from '../../src/policy/compile/command-consent.ts';
import { compileToolPattern } from '../../src/policy/compile/tool-pattern.ts';
import { AutoApprover, type ApprovalCondition, type ApprovalPolicy, type PermissionRules } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';

async function decided(rules: PermissionRules | ApprovalPolicy, tool: string, params: object): Promise<string> {
  using folder = new Folder({ 'src/a.ts': 'a', 'src/b.ts': 'b', 'src/a.js': 'c', 'docs/b.md': 'b' });
  const options = 'tools' in rules ? { policies: [rules] } : { permissions: rules };
  const approver = new AutoApprover({ ...options, workspace: folder.workspace });
  return (await approver.shouldAutoApprove(tool, params, { cwd: folder.path })).decision;
}

const when = (type: ApprovalCondition['type'], operator: ApprovalCondition['operator'], value: string | number) => ({
  name: 'p',
  tools: ['*'],
  action: 'approve' as const,
  conditions: [{ type, operator, value }],
});

describe('A name pattern', () => {
  it.each([
    ['read_*', 'read_file', 'ready_file'],
    ['*_file', 'read_file', 'read_files'],
    ['read_?', 'read_x', 'read_xy'],
    ['read_?', 'read_x', 'read_'],
    ['a*b*c', 'axbxc', 'axcxb'],
    ['a*b', 'aab', 'aba'],
    ['{read,write}_file', 'write_file', 'edit_file'],
    ['{a}', '{a}', 'a'],
    ['read', 'read', 'read_file'],
    ['*', '', 'no such'],
  ])('%s means %s, not %s', (pattern, yes, no) => {
    expect(compileToolPattern(pattern)(yes)).toBe(true);
    if (pattern !== '*') expect(compileToolPattern(pattern)(no)).toBe(false);
  });
});

describe('A policy on commands', () => {
  const consents = (operator: ApprovalCondition['operator'], value: string, words: string): boolean =>
    commandConsent('p', [{ type: 'command', operator, value }]).matches(words.replaceAll(' ', '\0'));

  it.each([
    ['matches', '^git log', 'git log -5', 'git push; git log'],
    ['matches', 'git (?:log|show)', 'git show x', 'sudo git show'],
    ['matches', '^git log$', 'git log', 'git logx'],
    ['equals', 'npm test', 'npm test', 'npm test x'],
    ['contains', 'npm test', 'npm test x', 'npm testx'],
    ['contains', 'npm test', 'npm test', 'x npm test'],
    ['lessThan', '5', 'ls', 'ls -la'],
    ['greaterThan', '5', 'ls -la', 'ls'],
  ] as const)('%s %j consents to %j, not to %j', (operator, value, yes, no) => {
    expect(consents(operator, value, yes)).toBe(true);
    expect(consents(operator, value, no)).toBe(false);
  });

  it.each([
    ['^git log', 2],
    ['^git lo[g]', 1],
    ['^git log$', 2],
    ['^git log\\b', 2],
    ['^git log\\s', 2],
    ['^git log*', 1],
    ['^git log|sh', 0],
    ['^git (log|show)', 1],
    ['/^git log$/i', 0],
    ['.*', 0],
  ])('%s names %i words', (value, count) => {
    expect(commandConsent('p', [{ type: 'command', operator: 'matches', value }]).literalWords).toBe(count);
  });

  it('needs all of several conditions', () => {
    const rule = commandConsent('p', [
      { type: 'command', operator: 'matches', value: '^git' },
      { type: 'command', operator: 'lessThan', value: 9 },
    ]);
    expect(rule.matches('git\0log')).toBe(true);
    expect(rule.matches('git\0log\0--all')).toBe(false);
    expect(rule.matches('ls')).toBe(false);
    expect(rule.exact).toBe(false);
  });
});

describe('A condition', () => {
  it.each([
    ['path', 'matches', 'src/**', { path: 'src/a.ts', content: '' }, { path: 'docs/b.md', content: '' }],
    ['path', 'equals', 'src/a.ts', { path: 'src/a.ts', content: '' }, { path: 'src/b.ts', content: '' }],
    ['path', 'contains', 'src/', { path: 'src/a.ts', content: '' }, { path: 'docs/b.md', content: '' }],
    ['content', 'contains', 'ok', { path: 'src/a.ts', content: 'ok' }, { path: 'src/a.ts', content: 'no' }],
    ['size', 'lessThan', 3, { path: 'src/a.ts', content: 'ab' }, { path: 'src/a.ts', content: 'abc' }],
    ['size', 'lessThan', 3, { path: 'src/a.ts', content: 'é' }, { path: 'src/a.ts', content: 'éé' }],
    ['size', 'greaterThan', 2, { path: 'src/a.ts', content: 'abc' }, { path: 'src/a.ts', content: 'ab' }],
    ['risk', 'lessThan', 'high', { path: 'src/a.ts', content: '' }, { path: '/etc/x', content: '' }],
  ] as const)('on %s %s %j holds for %j, not for %j', async (type, operator, value, yes, no) => {
    expect(await decided(when(type, operator, value), 'write_file', yes)).toBe('approve');
    expect(await decided(when(type, operator, value), 'write_file', no)).toBe('ask');
  });
});

describe('A rule', () => {
  it.each([
    ['Edit(src/**)', 'write_file', { path: 'src/a.ts', content: '' }, { path: 'docs/b.md', content: '' }],
    ['Edit(/src/*.ts)', 'write_file', { path: 'src/a.ts', content: '' }, { path: 'src/a.js', content: '' }],
    ['WebFetch(domain:example.com)', 'web_fetch', { url: 'https://example.com/' }, { url: 'https://a.example.com/' }],
    ['WebFetch(domain:*.example.com)', 'web_fetch', { url: 'https://a.example.com/' }, { url: 'https://example.com/' }],
    ['Bash(npm run *lint* x)', 'bash', { command: 'npm run lint x' }, { command: 'npm run deploy x' }],
    ['Bash(make:*)', 'bash', { command: 'make all' }, { command: 'makex all' }],
  ])('%s allows %s %j, not %j', async (rule, tool, yes, no) => {
    expect(await decided({ allow: [rule] }, tool, yes)).toBe('approve');
    expect(await decided({ allow: [rule] }, tool, no)).toBe('ask');
    expect(await decided({ deny: [rule] }, tool, yes)).toBe('deny');
  });

  it('consents to a host on the web alone, and restricts it everywhere', () => {
    const { consents, restricts } = parseHostPattern('example.com');
    expect(consents('https://example.com/x')).toBe(true);
    expect(consents('ftp://example.com/x')).toBe(false);
    expect(restricts('ftp://example.com/x')).toBe(true);
    expect(restricts('example.com/x')).toBe(true);
    expect(restricts('https://example.com./')).toBe(true);
    expect(restricts('https://example.org/')).toBe(false);
    expect(parseHostPattern('*.example.com').consents('https://xexample.com/')).toBe(false);
  });
});

describe('The contents of a call', () => {
  it.each([
    [{ path: 'a', content: 'abc' }, ['abc'], 3],
    [{ path: 'a', other: 'abc' }, [], undefined],
    [{ edits: [{ new_string: 'a', old_string: 'b' }] }, ['a'], 1],
    [{ content: { deep: ['x', 'y'] } }, ['x', 'y'], 2],
    [{ content: 'YWJj', encoding: 'base64' }, ['YWJj', 'abc'], 3],
    [{ content: 'YWJj', encoding: 'utf8' }, ['YWJj'], 4],
  ])('of %j are %j', (params, texts, size) => {
    expect(argumentContents(params, true)).toEqual({ texts, size });
  });

  it('are all that is no place where names mean nothing', () => {
    expect(argumentContents({ path: 'a', url: 'b', note: 'c' }, false).texts).toEqual(['c']);
  });
});
