import { describe, expect, it } from 'vitest';
import { SessionApprovals } from '../../src/gate/session-approvals.ts';
import type { RememberedApproval } from '../../src/stores/approval-store.ts';

const approval = (id: string, taskId: string, principalId = 'ann'): RememberedApproval => ({
  id,
  principalId,
  taskId,
  tool: 'x',
  covers: 'x',
  key: 'k',
  cwd: '/',
  environment: '',
  scripts: '',
  createdAt: 0,
});

function filled(...all: readonly (readonly [id: string, taskId: string, principalId?: string])[]): SessionApprovals {
  const approvals = new SessionApprovals();
  for (const [id, taskId, principalId = 'ann'] of all)
    approvals.add({ principalId, taskId }, approval(id, taskId, principalId));
  return approvals;
}

const idsOf = (approvals: SessionApprovals): string[] => approvals.all().map(({ id }) => id);

describe('Session approvals', () => {
  it('cover the task and the tasks above it, of the same principal', () => {
    const approvals = filled(['1', 'a'], ['2', 'b'], ['3', 'c'], ['4', 'a', 'bob']);
    const covering = (taskId: string, parentTasks: readonly string[] = [], principalId = 'ann') =>
      approvals.covering({ principalId, taskId, parentTasks }).map((list) => list.map(({ id }) => id));
    expect(covering('a')).toEqual([['1']]);
    expect(covering('a', ['b', 'x'])).toEqual([['1'], ['2']]);
    expect(covering('a', [], 'bob')).toEqual([['4']]);
    expect(covering('x')).toEqual([]);
    expect(new SessionApprovals().covering({ principalId: 'ann', taskId: 'a', parentTasks: [] })).toEqual([]);
  });

  it('are revoked one at a time', () => {
    const approvals = filled(['1', 'a'], ['2', 'a'], ['3', 'b']);
    expect(approvals.revoke('x')).toBe(false);
    expect(approvals.revoke('1')).toBe(true);
    expect(idsOf(approvals)).toEqual(['2', '3']);
    expect(approvals.revoke('2')).toBe(true);
    expect(idsOf(approvals)).toEqual(['3']);
    expect(approvals.covering({ principalId: 'ann', taskId: 'a', parentTasks: [] })).toEqual([]);
  });

  it('end with their task, of one principal or of all', () => {
    const approvals = filled(['1', 'a'], ['2', 'b'], ['3', 'a', 'bob']);
    approvals.end({ taskId: 'a', principalId: 'bob' });
    expect(idsOf(approvals)).toEqual(['1', '2']);
    approvals.end({ taskId: 'a' });
    expect(idsOf(approvals)).toEqual(['2']);
  });

  it('are at most 1000 for a task, without the oldest', () => {
    const approvals = filled(...Array.from({ length: 1001 }, (_, index) => [`${index}`, 'a'] as const));
    expect(idsOf(approvals)).toHaveLength(1000);
    expect(idsOf(approvals)[0]).toBe('1');
  });

  it('are of at most 10,000 tasks, without the one that was added to longest ago', () => {
    const approvals = filled(...Array.from({ length: 10_000 }, (_, index) => [`${index}`, `t${index}`] as const));
    expect(idsOf(approvals)).toHaveLength(10_000);
    approvals.add({ principalId: 'ann', taskId: 't0' }, approval('again', 't0'));
    expect(idsOf(approvals)).toHaveLength(10_001);
    approvals.add({ principalId: 'ann', taskId: 'new' }, approval('new', 'new'));
    expect(idsOf(approvals)).not.toContain('1');
    expect(idsOf(approvals)).toEqual(expect.arrayContaining(['0', 'again', '2', 'new']));
  });
});
