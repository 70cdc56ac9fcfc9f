import { describe, expect, it } from 'vitest';
import { AutoApprover, explainDecision, type ApprovalMode } from '../../src/index.ts';
import { customTools } from '../fixtures/custom-tools.ts';
import { Folder } from '../fixtures/folder.ts';

const THROWS = {
  get path(): string {
    throw new Error('no');
  },
};

describe('AutoApprover on what cannot be judged', () => {
  it.each<[string, unknown, unknown, unknown]>([
    ['a tool without a name', undefined, {}, {}],
    ['a tool that is a number', 5, {}, {}],
    ['a tool that only looks like a text', { toString: () => 'read_file' }, { path: 'a' }, {}],
    ['arguments that throw', 'edit_file', THROWS, {}],
    ['arguments that cannot be listed', 'edit_file', new Proxy({}, { ownKeys: () => fails() }), {}],
    ['a folder that is a number', 'edit_file', { path: 'a' }, { cwd: 5 }],
    ['no context', 'edit_file', { path: 'a' }, null],
  ])('asks about %s and never rejects', async (_, tool, params, context) => {
    using folder = new Folder({ a: '' });
    for (const [mode, decision] of [
      ['default', 'ask'],
      ['bypass', 'ask'],
      ['dont-ask', 'deny'],
    ] as const) {
      const approver = new AutoApprover({ permissions: { allow: ['*', 'Edit'] }, workspace: folder.workspace, mode });
      const found = await approver.shouldAutoApprove(tool as string, params, context as object);
      expect(found).toMatchObject({
        decision,
        approved: false,
        reasons: [expect.stringContaining('cannot be judged')],
      });
    }
  });

  it('says how a call could be allowed also where its arguments are no JSON', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    for (const params of [cyclic, { n: 5n }]) {
      const approver = new AutoApprover({ mode: 'dont-ask', tools: customTools, workspace: '/' });
      expect(await approver.shouldAutoApprove('my_net', params)).toMatchObject({ decision: 'deny' });
      expect(await explainDecision('my_net', params, { approver })).not.toHaveProperty('suggestedRule');
    }
  });

  it.each([
    ['bash', { command: 'ls \0' }],
    ['run_command', { command: 'ls', args: ['a\0b'] }],
    ['run_command', { command: 'l\0s', args: [] }],
  ])('denies a command that holds a NUL, in every mode: %s %j', async (tool, params) => {
    using folder = new Folder({ a: '' });
    for (const mode of ['default', 'bypass', 'accept-edits'] as const) {
      const options = { permissions: { allow: ['Bash', 'Bash(ls *)'] }, workspace: folder.workspace, mode };
      const decision = await new AutoApprover(options).shouldAutoApprove(tool, params, { cwd: folder.path });
      expect(decision).toMatchObject({ decision: 'deny', reason: expect.stringContaining('NUL') });
    }
  });

  it('refuses a mode that there is not', () => {
    expect(() => new AutoApprover({ mode: 'Plan' as ApprovalMode })).toThrow(/mode must be one of default/);
  });
});

function fails(): never {
  throw new Error('no');
}
