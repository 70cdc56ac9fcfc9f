import type { DryRun, PlannedChange } from '@ku0/agent-runtime-tools-core';
import { changedPaths } from '../../folder-snapshot.ts';
import { Bench } from '../bench.ts';
import type { ToolSample } from '../contract-options.ts';
import { describeResult } from '../describe-result.ts';
import { goodSamples, type ToolSubject } from '../tool-subject.ts';

/** A dry run says what would change, and changes nothing. */
export async function dryRunProblems(subject: ToolSubject): Promise<string[]> {
  const problems: string[] = [];
  for (const sample of goodSamples(subject)) problems.push(...(await dryRunProblemsOf(subject, sample)));
  return problems;
}

async function dryRunProblemsOf(subject: ToolSubject, sample: ToolSample): Promise<string[]> {
  const { tool, patienceMs } = subject;
  await using bench = await Bench.open(subject);
  const params = await bench.prepare(sample);
  const before = await bench.folder.snapshot();
  const result = await bench.tools.dryRun<string>(tool.name, params, { timeoutMs: patienceMs });
  const changed = changedPaths(before, await bench.folder.snapshot());
  const problems = changed.length === 0 ? [] : [`the dry run changed ${changed.join(', ')}`];
  if (!result.ok) {
    const mayNotKnow = tool.dryRun === undefined && result.error.code === 'DRY_RUN_UNSUPPORTED';
    return mayNotKnow ? problems : [...problems, `the dry run gave ${describeResult(result)}`];
  }
  problems.push(...planProblems(result.value));
  if (tool.dryRun === undefined || problems.length > 0 || result.value.changes.length > 0) return problems;
  await bench.call(params);
  const really = changedPaths(before, await bench.folder.snapshot());
  return really.length === 0 ? [] : [`the dry run planned no change, but the call changed ${really.join(', ')}`];
}

function planProblems(plan: Partial<DryRun> | undefined): string[] {
  const problems: string[] = [];
  if (typeof plan?.summary !== 'string' || plan.summary.trim() === '') problems.push('the dry run has no summary');
  const changes: unknown = plan?.changes;
  if (!Array.isArray(changes)) return [...problems, 'the dry run has no list of changes'];
  const unclear = changes.filter((change: unknown) => !isPlannedChange(change));
  return [
    ...problems,
    ...unclear.map((change) => `the dry run has a change without a kind and a target: ${JSON.stringify(change)}`),
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
