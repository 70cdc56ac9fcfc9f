import type { DryRun, PlannedChange } from '@ku0/agent-runtime-tools-core';
import { changedPaths } from '../../../folder-snapshot.ts';
import { ContractHarness } from '../../harness/contract-harness.ts';
import type { ToolSample } from '../../contract-options.ts';
import { describeResult } from '../../harness/describe-result.ts';
import { goodSamples, type ToolUnderTest } from '../../harness/tool-under-test.ts';

/** A dry run must describe what would change, and change nothing. */
export async function dryRunProblems(tested: ToolUnderTest): Promise<string[]> {
  const problems: string[] = [];
  for (const sample of goodSamples(tested)) problems.push(...(await dryRunProblemsOf(tested, sample)));
  return problems;
}

async function dryRunProblemsOf(tested: ToolUnderTest, sample: ToolSample): Promise<string[]> {
  const { tool, callTimeoutMs } = tested;
  await using harness = await ContractHarness.open(tested);
  const params = await harness.prepare(sample);
  const before = await harness.folder.snapshot();
  const result = await harness.tools.dryRun<string>(tool.name, params, { timeoutMs: callTimeoutMs });
  const changed = changedPaths(before, await harness.folder.snapshot());
  const problems = changed.length === 0 ? [] : [`the dry run changed ${changed.join(', ')}`];
  if (!result.ok) {
    const isUnsupported = tool.dryRun === undefined && result.error.code === 'DRY_RUN_UNSUPPORTED';
    return isUnsupported ? problems : [...problems, `the dry run gave ${describeResult(result)}`];
  }
  problems.push(...planProblems(result.value));
  if (tool.dryRun === undefined || problems.length > 0 || result.value.changes.length > 0) return problems;
  await harness.call(params);
  const changedByCall = changedPaths(before, await harness.folder.snapshot());
  return changedByCall.length === 0
    ? []
    : [`the dry run planned no change, but the call changed ${changedByCall.join(', ')}`];
}

function planProblems(plan: Partial<DryRun> | undefined): string[] {
  const problems: string[] = [];
  if (typeof plan?.summary !== 'string' || plan.summary.trim() === '') problems.push('the dry run has no summary');
  const changes: unknown = plan?.changes;
  if (!Array.isArray(changes)) return [...problems, 'the dry run has no list of changes'];
  const malformed = changes.filter((change: unknown) => !isPlannedChange(change));
  return [
    ...problems,
    ...malformed.map((change) => `the dry run has a change without a kind and a target: ${JSON.stringify(change)}`),
  ];
}

function isPlannedChange(change: unknown): boolean {
  if (typeof change !== 'object' || change === null || !('kind' in change) || !('target' in change)) return false;
  return KINDS.has(change.kind) && typeof change.target === 'string' && change.target !== '';
}

const KINDS: ReadonlySet<unknown> = new Set<PlannedChange['kind']>([
  'create',
  'modify',
  'delete',
  'move',
  'execute',
  'send',
]);
