import { isDeepStrictEqual } from 'node:util';
import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import { changedPaths } from '../../folder-snapshot.ts';
import { Bench } from '../bench.ts';
import type { ToolSample } from '../contract-options.ts';
import { describeResult } from '../describe-result.ts';
import type { ToolSubject } from '../tool-subject.ts';
import { effectProblems } from './effects.ts';
import { jsonProblems } from './json-value.ts';
import { modelOutputProblems } from './model-output.ts';
import { previewProblems } from './preview.ts';

/** One sample, executed for real: its outcome, what it shows, and what it did to the folder. */
export async function sampleProblems(subject: ToolSubject, sample: ToolSample): Promise<string[]> {
  const { tool } = subject;
  await using bench = await Bench.open(subject);
  const params = await bench.prepare(sample);
  const sent: unknown = structuredClone(params);
  const before = await bench.folder.snapshot();
  const result = await bench.call(params);
  const changed = changedPaths(before, await bench.folder.snapshot());
  return [
    ...outcomeProblems(sample, result),
    ...(isDeepStrictEqual(params, sent) ? [] : ["changed its caller's arguments"]),
    ...effectProblems(tool, changed, { params: sent, cwd: bench.folder.path }),
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
  // Core's own word for details that it could not keep.
  const { leftOut } = error.details ?? {};
  if (typeof leftOut === 'string' && leftOut.startsWith('a value that '))
    problems.push(`the error ${error.code} has details that are not JSON: ${leftOut}`);
  return problems;
}
