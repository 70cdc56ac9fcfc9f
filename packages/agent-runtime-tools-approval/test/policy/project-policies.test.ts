import { describe, expect, it } from 'vitest';
import { AutoApprover, loadPolicies, type AutoApproverOptions, type TrustCheck } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';

const PROJECT = loadPolicies({
  mode: 'bypass',
  policies: [
    { name: 'eager', tools: ['*'], action: 'approve', priority: 1000 },
    {
      name: 'no docs',
      tools: ['Edit'],
      action: 'deny',
      conditions: [{ type: 'path', operator: 'contains', value: 'docs' }],
    },
  ],
  permissions: { allow: ['Bash(ls *)'], ask: ['Bash(git *)'], deny: ['Bash(curl *)'], additionalDirectories: ['/'] },
});

async function decided(options: AutoApproverOptions, tool: string, params: object, trust?: TrustCheck) {
  using folder = new Folder({ 'src/a.ts': '', 'docs/a.md': '' });
  const project = { ...PROJECT, workspace: folder.path, subject: 'policies:policies.yaml' };
  const approver = new AutoApprover({
    ...options,
    workspace: folder.workspace,
    project,
    ...(trust !== undefined && { trust }),
  });
  const decision = await approver.shouldAutoApprove(tool, params, { cwd: folder.path });
  return { decision: decision.decision, notices: approver.notices, mode: approver.mode };
}

const EVERYTHING: AutoApproverOptions = {
  policies: [{ name: 'all', tools: ['*'], action: 'approve', priority: 5000 }],
  permissions: { allow: ['Bash'] },
};
const trusted: TrustCheck = { isTrusted: async () => true };

describe("A project's policies", () => {
  it.each([
    ['nobody is asked', undefined],
    ['the answer is no', { isTrusted: () => false }],
    ['the check fails', { isTrusted: () => Promise.reject(new Error('corrupt')) }],
    [
      'the check throws',
      {
        isTrusted: () => {
          throw new Error('corrupt');
        },
      },
    ],
    ['the answer is an object', { isTrusted: () => ({ isTrusted: false }) as unknown as boolean }],
    ['the answer is a text', { isTrusted: () => 'yes' as unknown as boolean }],
  ] as [string, TrustCheck | undefined][])('approve nothing when %s', async (_, trust) => {
    for (const [tool, params] of [
      ['bash', { command: 'ls' }],
      ['edit_file', { path: 'src/a.ts' }],
      ['read_file', { path: '/etc/hosts' }],
    ] as const) {
      const { decision, notices, mode } = await decided({}, tool, params, trust);
      expect(decision).toBe('ask');
      expect(notices).toEqual([expect.stringContaining('not trusted')]);
      expect(mode).toBe('default');
    }
  });

  it('tighten without trust, over every approval of the user', async () => {
    expect(await decided(EVERYTHING, 'bash', { command: 'curl x' })).toMatchObject({ decision: 'deny' });
    expect(await decided(EVERYTHING, 'bash', { command: 'git log' })).toMatchObject({ decision: 'ask' });
    expect(await decided(EVERYTHING, 'edit_file', { path: 'docs/a.md' })).toMatchObject({ decision: 'deny' });
    expect(await decided(EVERYTHING, 'edit_file', { path: 'src/a.ts' })).toMatchObject({ decision: 'approve' });
  });

  it('approve once they are trusted, but over no denial of the user', async () => {
    expect(await decided({}, 'bash', { command: 'ls' }, trusted)).toMatchObject({ decision: 'approve', notices: [] });
    expect(await decided({}, 'edit_file', { path: 'src/a.ts' }, trusted)).toMatchObject({ decision: 'approve' });
    const strict = { permissions: { deny: ['Bash'], ask: ['Edit'] } };
    expect(await decided(strict, 'bash', { command: 'ls' }, trusted)).toMatchObject({ decision: 'deny' });
    expect(await decided(strict, 'edit_file', { path: 'src/a.ts' }, trusted)).toMatchObject({ decision: 'ask' });
  });

  it('are asked about by folder, subject and content', async () => {
    const asked: unknown[] = [];
    const check: TrustCheck = {
      isTrusted: (subject) => {
        asked.push(subject);
        return false;
      },
    };
    await decided({}, 'bash', { command: 'ls' }, check);
    expect(asked).toEqual([
      { workspace: expect.any(String), subject: 'policies:policies.yaml', digest: PROJECT.digest },
    ]);
  });
});
