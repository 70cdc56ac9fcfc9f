import { Bench } from '../bench.ts';
import { describeResult } from '../describe-result.ts';
import { firstGoodSample, type ToolSubject } from '../tool-subject.ts';
import { stopProblems, unlessBusy } from './stopped.ts';

/** With a limit of one millisecond a call is done in time or ends as TIMEOUT; either way soon. */
export function timeoutProblems(subject: ToolSubject): Promise<string[]> {
  return unlessBusy(() => limitedOnce(subject));
}

async function limitedOnce(subject: ToolSubject): Promise<string[]> {
  await using bench = await Bench.open(subject);
  const params = await bench.prepare(firstGoodSample(subject));
  const started = performance.now();
  const result = await bench.call(params, { timeoutMs: 1 });
  const tookMs = performance.now() - started;
  return [
    ...(result.ok || result.error.code === 'TIMEOUT'
      ? []
      : [`gave ${describeResult(result)} where ok or TIMEOUT was expected`]),
    ...stopProblems(result, tookMs, subject),
  ];
}
