import { changedPaths } from '../../../folder-snapshot.ts';
import { ContractHarness } from '../../harness/contract-harness.ts';
import { goodSamples, type ToolUnderTest } from '../../harness/tool-under-test.ts';

/** A second call of an idempotent tool must not change its folder any further. */
export async function idempotenceProblems(tested: ToolUnderTest): Promise<string[]> {
  const problems: string[] = [];
  for (const sample of goodSamples(tested)) {
    await using harness = await ContractHarness.open(tested);
    const params = await harness.prepare(sample);
    await harness.call(params);
    const afterFirstCall = await harness.folder.snapshot();
    await harness.call(params);
    const changed = changedPaths(afterFirstCall, await harness.folder.snapshot());
    if (changed.length > 0) problems.push(`claims to be idempotent, but a second call changed ${changed.join(', ')}`);
  }
  return problems;
}
