import { describe, expect, it } from 'vitest';
import { AutoApprover } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';

async function decided(rule: string, tool: string, params: object): Promise<string> {
  using folder = new Folder({ a: 'x' });
  folder.link('link-out', '/etc/hostname');
  const approver = new AutoApprover({ permissions: { allow: [rule] }, workspace: folder.workspace });
  return (await approver.shouldAutoApprove(tool, params, { cwd: folder.path, home: '/home/me' })).decision;
}

describe('A place outside the workspace', () => {
  it.each([
    ['Bash(cat /etc/hostname)', 'bash', { command: 'cat /etc/hostname' }, 'approve'],
    ['Bash(cat /etc/hostname *)', 'bash', { command: 'cat /etc/hostname -n' }, 'approve'],
    ['Bash(cat *)', 'bash', { command: 'cat /etc/hostname' }, 'ask'],
    ['Bash(cat /etc/*)', 'bash', { command: 'cat /etc/hostname' }, 'ask'],
    ['Bash(cat /etc/hostname *)', 'bash', { command: 'cat /etc/hostname /etc/passwd' }, 'ask'],
    ['Bash', 'bash', { command: 'cat /etc/hostname' }, 'ask'],
    ['Read(//etc/hostname)', 'read_file', { path: '/etc/hostname' }, 'approve'],
    ['Read(//etc/**)', 'read_file', { path: '/etc/hostname' }, 'approve'],
    ['Read', 'read_file', { path: '/etc/hostname' }, 'ask'],
    ['Read(**)', 'read_file', { path: '/etc/hostname' }, 'ask'],
    ['Read(../**)', 'read_file', { path: '../x' }, 'ask'],
  ])('is approved where the rule names it: %s, %s %j: %s', async (rule, tool, params, expected) => {
    expect(await decided(rule, tool, params)).toBe(expected);
  });

  it.each([
    ['Bash(cat link-out)', 'bash', { command: 'cat link-out' }],
    ['Read(link-out)', 'read_file', { path: 'link-out' }],
  ])('is not named by a link to it: %s', async (rule, tool, params) => {
    expect(await decided(rule, tool, params)).toBe('ask');
  });
});

describe('A protected name', () => {
  it.each([
    ['Bash(touch .git/config)', 'bash', { command: 'touch .git/config' }, 'approve'],
    ['Bash(touch *)', 'bash', { command: 'touch .git/config' }, 'ask'],
    ['Edit(/.git/config)', 'write_file', { path: '.git/config', content: '' }, 'ask'],
    ['Edit', 'write_file', { path: '.git/config', content: '' }, 'ask'],
  ])(
    'is written where a command rule spells it out, and nowhere else: %s: %s %j: %s',
    async (rule, tool, params, expected) => {
      expect(await decided(rule, tool, params)).toBe(expected);
    },
  );
});
