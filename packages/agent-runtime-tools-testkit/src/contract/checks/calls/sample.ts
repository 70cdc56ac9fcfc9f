import { isDeepStrictEqual } from 'node:util';
import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import { changedPaths } from '../../../folder-snapshot.ts';
import { ContractHarness } from '../../harness/contract-harness.ts';
import type { ToolSample } from '../../contract-options.ts';
import { describeResult } from '../../harness/describe-result.ts';
import type { ToolUnderTest } from '../../harness/tool-under-test.ts';
import { effectProblems } from './effects.ts';
import { jsonProblems } from './json-value.ts';
import { modelOutputProblems } from './model-output.ts';
import { previewProblems } from './preview.ts';

/** Executes a sample and checks its outcome, its effects on the folder, and how it is shown. */
export async function sampleProblems(tested: ToolUnderTest, sample: ToolSample): Promise<string[]> {
  const { tool } = tested;
  await using harness = await ContractHarness.open(tested);
  const params = await harness.prepare(sample);
  const sent: unknown = structuredClone(params);
  const before = await harness.folder.snapshot();
  const result = await harness.call(params);
  const changed = changedPaths(before, await harness.folder.snapshot());
  return [
    ...outcomeProblems(sample, result),
    ...(isDeepStrictEqual(params, sent) ? [] : ["changed its caller's arguments"]),
    ...effectProblems(tool, changed, { params: sent, cwd: harness.folder.path }),
    ...previewProblems(tool, result),
    ...(result.ok
      ? [...jsonProblems(result.value), ...modelOutputProblems(tool, result.value)]
      : errorProblems(result)),
  ];
}

function outcomeProblems({ expect = 'ok' }: ToolSample, result: ToolResult): string[] {
  const outcome = result.ok ? 'ok' : result.error.code;
  return outcome === expect ? [] : [`gave ${describeResult(result)} where ${expect} was expected`];
}

function errorProblems({ error }: ToolResult & { ok: false }): string[] {
  const problems: string[] = [];
  if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(error.code))
    problems.push(`the error code "${error.code}" is not written LIKE_THIS`);
  if (error.message.trim() === '' || error.message === error.code)
    problems.push(`the error ${error.code} has no message for people`);
  // Core puts `leftOut` in the place of details that are not JSON.
  const { leftOut } = error.details ?? {};
  if (typeof leftOut === 'string' && leftOut.startsWith('a value that '))
    problems.push(`the error ${error.code} has details that are not JSON: ${leftOut}`);
  return problems;
}
