import { ContractHarness } from '../../harness/contract-harness.ts';
import { describeResult } from '../../harness/describe-result.ts';
import { firstGoodSample, type ToolUnderTest } from '../../harness/tool-under-test.ts';
import { stopProblems, retryIfSlow } from './stop-problems.ts';

/** With a timeout of one millisecond, a call must succeed in time or end as TIMEOUT, soon in both cases. */
export function timeoutProblems(tested: ToolUnderTest): Promise<string[]> {
  return retryIfSlow(() => limitedOnce(tested));
}

async function limitedOnce(tested: ToolUnderTest): Promise<string[]> {
  await using harness = await ContractHarness.open(tested);
  const params = await harness.prepare(firstGoodSample(tested));
  const started = performance.now();
  const result = await harness.call(params, { timeoutMs: 1 });
  const tookMs = performance.now() - started;
  return [
    ...(result.ok || result.error.code === 'TIMEOUT'
      ? []
      : [`gave ${describeResult(result)} where ok or TIMEOUT was expected`]),
    ...stopProblems(result, tookMs, tested),
  ];
}
