import { changedPaths } from '../../../folder-snapshot.ts';
import { ContractHarness } from '../../harness/contract-harness.ts';
import { describeResult } from '../../harness/describe-result.ts';
import { firstGoodSample, type ToolUnderTest } from '../../harness/tool-under-test.ts';

/** A call that is cancelled before it begins must end as CANCELLED and have no effects. */
export async function cancelledBeforeProblems(tested: ToolUnderTest): Promise<string[]> {
  await using harness = await ContractHarness.open(tested);
  const params = await harness.prepare(firstGoodSample(tested));
  const before = await harness.folder.snapshot();
  const result = await harness.call(params, { signal: AbortSignal.abort('the contract suite cancelled the call') });
  const changed = changedPaths(before, await harness.folder.snapshot());
  return [
    ...(!result.ok && result.error.code === 'CANCELLED'
      ? []
      : [`gave ${describeResult(result)} where CANCELLED was expected`]),
    ...(changed.length === 0 ? [] : [`changed ${changed.join(', ')} although it was cancelled before it began`]),
  ];
}
