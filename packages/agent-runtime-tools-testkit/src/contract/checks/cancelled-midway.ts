import { setTimeout as sleep } from 'node:timers/promises';
import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import { changedPaths } from '../../folder-snapshot.ts';
import { Bench } from '../bench.ts';
import { describeResult } from '../describe-result.ts';
import { firstGoodSample, type ToolSubject } from '../tool-subject.ts';
import { stopProblems, unlessBusy } from './stopped.ts';

/** A call that is cancelled while it runs settles soon, and nothing of it goes on behind its back. */
export function cancelledMidwayProblems(subject: ToolSubject): Promise<string[]> {
  return unlessBusy(() => cancelledOnce(subject));
}

async function cancelledOnce(subject: ToolSubject): Promise<string[]> {
  const { slowSample } = subject.options;
  const isSlow = slowSample !== undefined;
  await using bench = await Bench.open(subject);
  const params = isSlow ? await bench.argumentsOf(slowSample) : await bench.prepare(firstGoodSample(subject));
  const { result, tookMs, cancelled } = await callAndCancel(bench, params, isSlow ? SLOW_MS : 0);
  if (isSlow && !cancelled) {
    return [`the slow sample was over within ${SLOW_MS} ms, too soon to be cancelled: ${describeResult(result)}`];
  }
  const settled = await bench.folder.snapshot();
  await sleep(LATER_MS);
  const changed = changedPaths(settled, await bench.folder.snapshot());
  return [
    ...(result.ok || result.error.code === 'CANCELLED'
      ? []
      : [`gave ${describeResult(result)} where CANCELLED was expected`]),
    ...stopProblems(result, tookMs, subject),
    ...(changed.length === 0 ? [] : [`went on to change ${changed.join(', ')} after the call had settled`]),
  ];
}

const SLOW_MS = 50;
const LATER_MS = 100;

interface CancelledCall {
  readonly result: ToolResult;
  /** From the cancellation to the result. */
  readonly tookMs: number;
  /** False when the call was over before. */
  readonly cancelled: boolean;
}

async function callAndCancel(bench: Bench, params: unknown, afterMs: number): Promise<CancelledCall> {
  const controller = new AbortController();
  let cancelledAt: number | undefined;
  const timer = setTimeout(() => {
    cancelledAt = performance.now();
    controller.abort('the contract suite cancelled the call');
  }, afterMs);
  const result = await bench.call(params, { signal: controller.signal });
  clearTimeout(timer);
  const settledAt = performance.now();
  return { result, tookMs: settledAt - (cancelledAt ?? settledAt), cancelled: cancelledAt !== undefined };
}
