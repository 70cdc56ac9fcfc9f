import { ContractHarness } from '../../harness/contract-harness.ts';
import { describeResult } from '../../harness/describe-result.ts';
import { firstGoodSample, type ToolUnderTest } from '../../harness/tool-under-test.ts';

/** Of two concurrent calls at least one must succeed. The other may fail, but must neither throw nor hang. */
export async function concurrentCallProblems(tested: ToolUnderTest): Promise<string[]> {
  await using harness = await ContractHarness.open(tested);
  const params = await harness.prepare(firstGoodSample(tested));
  const results = await Promise.all([harness.call(params), harness.call(params)]);
  const broken = results.filter((result) => !result.ok && UNACCEPTABLE_CODES.has(result.error.code));
  if (broken.length > 0) return broken.map((result) => `one of two calls at once gave ${describeResult(result)}`);
  return results.some(({ ok }) => ok)
    ? []
    : [`neither of two calls at once succeeded: ${results.map(describeResult).join('; ')}`];
}

const UNACCEPTABLE_CODES: ReadonlySet<string> = new Set(['EXECUTION_ERROR', 'OUTPUT_INVALID', 'TIMEOUT', 'CANCELLED']);
