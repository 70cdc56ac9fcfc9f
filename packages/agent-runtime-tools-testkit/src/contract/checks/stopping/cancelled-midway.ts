import { setTimeout as sleep } from 'node:timers/promises';
import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import { changedPaths } from '../../../folder-snapshot.ts';
import { ContractHarness } from '../../harness/contract-harness.ts';
import { describeResult } from '../../harness/describe-result.ts';
import { firstGoodSample, type ToolUnderTest } from '../../harness/tool-under-test.ts';
import { stopProblems, retryIfSlow } from './stop-problems.ts';

/** A call that is cancelled while it runs must settle soon and have no effects afterwards. */
export function cancelledMidwayProblems(tested: ToolUnderTest): Promise<string[]> {
  return retryIfSlow(() => cancelledOnce(tested));
}

async function cancelledOnce(tested: ToolUnderTest): Promise<string[]> {
  const { slowSample } = tested.options;
  const isSlow = slowSample !== undefined;
  await using harness = await ContractHarness.open(tested);
  const params = isSlow ? await harness.argumentsOf(slowSample) : await harness.prepare(firstGoodSample(tested));
  const { result, tookMs, cancelled } = await callAndCancel(harness, params, isSlow ? SLOW_MS : 0);
  if (isSlow && !cancelled) {
    return [`the slow sample was over within ${SLOW_MS} ms, too soon to be cancelled: ${describeResult(result)}`];
  }
  const settled = await harness.folder.snapshot();
  await sleep(LATER_MS);
  const changed = changedPaths(settled, await harness.folder.snapshot());
  return [
    ...(result.ok || result.error.code === 'CANCELLED'
      ? []
      : [`gave ${describeResult(result)} where CANCELLED was expected`]),
    ...stopProblems(result, tookMs, tested),
    ...(changed.length === 0 ? [] : [`went on to change ${changed.join(', ')} after the call had settled`]),
  ];
}

const SLOW_MS = 50;
const LATER_MS = 100;

interface CancelledCall {
  readonly result: ToolResult;
  /** From the cancellation to the result. */
  readonly tookMs: number;
  /** False if the call had already ended. */
  readonly cancelled: boolean;
}

async function callAndCancel(harness: ContractHarness, params: unknown, afterMs: number): Promise<CancelledCall> {
  const controller = new AbortController();
  let cancelledAt: number | undefined;
  const timer = setTimeout(() => {
    cancelledAt = performance.now();
    controller.abort('the contract suite cancelled the call');
  }, afterMs);
  const result = await harness.call(params, { signal: controller.signal });
  clearTimeout(timer);
  const settledAt = performance.now();
  return { result, tookMs: settledAt - (cancelledAt ?? settledAt), cancelled: cancelledAt !== undefined };
}
