import { describe, expect, it } from 'vitest';
import { AutoApprover, PolicyEngine, type ApprovalPolicy } from '../../src/track-r/index.ts';

const workspace = { workspacePaths: ['/workspace'] };
const policy = (more: Partial<ApprovalPolicy>): ApprovalPolicy => ({
  name: 'policy',
  tools: ['*'],
  action: 'approve',
  priority: 0,
  ...more,
});
const approverOf = (...policies: ApprovalPolicy[]): AutoApprover => new AutoApprover({ enabled: true, policies });

describe('an auto-approver', () => {
  it('answers at once, not with a promise', () => {
    const decision = approverOf(policy({ name: 'reads', tools: ['read_file'] })).shouldAutoApprove(
      'read_file',
      { path: '/workspace/src/a.ts' },
      workspace,
    );
    expect(decision).toMatchObject({ approved: true, policyName: 'reads', requiresUserConfirmation: false });
  });

  it.each(['/etc/passwd', '/workspace/../etc/passwd', '/workspace-of-others/a.ts', 'src/a.ts'])(
    'asks about the path %s, which is not inside the workspace',
    (path) => {
      expect(approverOf(policy({})).shouldAutoApprove('read_file', { path }, workspace)).toEqual({
        approved: false,
        requiresUserConfirmation: true,
        reason: 'Path outside approved workspace',
      });
    },
  );

  it('does not take paths into account for tools without files', () => {
    const decision = approverOf(policy({})).shouldAutoApprove('my_tool', { path: '/somewhere' }, workspace);
    expect(decision).toMatchObject({ approved: true, policyName: 'policy' });
  });

  it('asks if no policy is about the call, or approval is switched off', () => {
    const path = '/workspace/a.ts';
    expect(new AutoApprover().shouldAutoApprove('read_file', { path }, workspace)).toEqual({
      approved: false,
      requiresUserConfirmation: true,
      reason: 'No matching policy',
    });
    const off = new AutoApprover({ enabled: false, policies: [policy({})] });
    expect(off.shouldAutoApprove('read_file', { path }, workspace)).toMatchObject({
      approved: false,
      requiresUserConfirmation: true,
    });
  });

  it('denies without a question, and asks where a policy says so', () => {
    const approver = approverOf(
      policy({ name: 'no', tools: ['delete_*'], action: 'deny' }),
      policy({ name: 'perhaps', tools: ['write_file'], action: 'ask' }),
    );
    expect(approver.shouldAutoApprove('delete_file', { path: '/workspace/a' }, workspace)).toMatchObject({
      approved: false,
      requiresUserConfirmation: false,
      policyName: 'no',
    });
    expect(approver.shouldAutoApprove('write_file', { path: '/workspace/a', content: '' }, workspace)).toMatchObject({
      approved: false,
      requiresUserConfirmation: true,
      policyName: 'perhaps',
    });
  });

  it('tries the highest priority first', () => {
    const approver = approverOf(
      policy({ name: 'low', action: 'deny', priority: 1 }),
      policy({ name: 'high', action: 'approve', priority: 10 }),
    );
    expect(approver.shouldAutoApprove('read_file', { path: '/workspace/a' }, workspace).policyName).toBe('high');
  });

  it.each([
    [
      { type: 'path', operator: 'contains', value: 'src' },
      { path: '/workspace/src/a.ts' },
      { path: '/workspace/lib/a.ts' },
    ],
    [{ type: 'path', operator: 'matches', value: /\.ts$/ }, { path: '/workspace/a.ts' }, { path: '/workspace/a.js' }],
    [
      { type: 'content', operator: 'contains', value: 'ok' },
      { path: '/workspace/a', content: 'ok' },
      { path: '/workspace/a', content: 'no' },
    ],
    [
      { type: 'size', operator: 'lessThan', value: 5 },
      { path: '/workspace/a', content: 'four' },
      { path: '/workspace/a', content: 'longer' },
    ],
  ] as const)('approves by the condition %o', (condition, good, bad) => {
    const approver = approverOf(policy({ tools: ['write_file'], conditions: [condition] }));
    expect(approver.shouldAutoApprove('write_file', good, workspace).approved).toBe(true);
    expect(approver.shouldAutoApprove('write_file', bad, workspace).approved).toBe(false);
  });

  it('judges a tool that only the host knows by its arguments', () => {
    const approver = approverOf(
      policy({ tools: ['my_*'], conditions: [{ type: 'path', operator: 'equals', value: '/workspace/a.txt' }] }),
    );
    const judge = (path: string): boolean => approver.shouldAutoApprove('my_tool', { path }, workspace).approved;
    expect([judge('/workspace/a.txt'), judge('/workspace/b.txt')]).toEqual([true, false]);
  });

  it('asks before it writes what configures programs, whatever a policy approves', () => {
    const approver = approverOf(policy({}));
    const path = '/workspace/.git/config';
    expect(approver.shouldAutoApprove('write_file', { path, content: '' }, workspace)).toMatchObject({
      approved: false,
      requiresUserConfirmation: true,
    });
    expect(approver.shouldAutoApprove('read_file', { path }, workspace).approved).toBe(true);
  });

  it('takes more policies, and forgets them', () => {
    const approver = new AutoApprover();
    const judge = (): boolean => approver.shouldAutoApprove('my_tool', {}, workspace).approved;
    approver.addPolicy(policy({ name: 'later' }));
    expect(judge()).toBe(true);
    expect([approver.removePolicy('later'), judge()]).toEqual([true, false]);
  });

  it('approves a call without arguments', () => {
    expect(approverOf(policy({})).shouldAutoApprove('my_tool', undefined, workspace).approved).toBe(true);
  });

  it('asks if a policy cannot be used', () => {
    const broken = policy({ conditions: [{ type: 'size', operator: 'lessThan', value: 'many' }] });
    expect(approverOf(broken).shouldAutoApprove('read_file', { path: '/workspace/a' }, workspace)).toMatchObject({
      approved: false,
      requiresUserConfirmation: true,
    });
  });

  it("remembers a person's answer to the same call, once or for the session", () => {
    const approver = new AutoApprover();
    const judge = (params: unknown): boolean => approver.shouldAutoApprove('bash', params, workspace).approved;
    approver.recordUserApproval('bash', { command: 'make', cwd: '/workspace' }, true);
    expect([judge({ cwd: '/workspace', command: 'make' }), judge({ command: 'make all' })]).toEqual([true, false]);
    approver.recordUserApproval('bash', { command: 'ls' }, true, 'once');
    expect([judge({ command: 'ls' }), judge({ command: 'ls' })]).toEqual([true, false]);
    approver.clearCache();
    expect(judge({ command: 'make', cwd: '/workspace' })).toBe(false);
  });

  it('answers for a tool alone: for one on files, inside and outside of the workspace', () => {
    const approver = new AutoApprover({ tools: ['read_file', 'ask_*'] });
    expect(approver.shouldAutoApproveTool('read_file')).toEqual([true, false]);
    expect(approver.shouldAutoApproveTool('ask_followup_question')).toBe(true);
    expect(approver.shouldAutoApproveTool('use_mcp_tool')).toBe(false);
  });
});

describe('a policy engine', () => {
  it('finds the policy that decides, and loses it when it is removed', () => {
    const engine = new PolicyEngine([policy({ name: 'all' })]);
    const found = (): string | undefined => engine.findMatchingPolicy('grep', { pattern: 'x' }, workspace)?.name;
    expect(found()).toBe('all');
    engine.addPolicy(policy({ name: 'first', priority: 5 }));
    expect(found()).toBe('first');
    expect([engine.removePolicy('first'), engine.removePolicy('first')]).toEqual([true, false]);
    expect(found()).toBe('all');
  });
});
