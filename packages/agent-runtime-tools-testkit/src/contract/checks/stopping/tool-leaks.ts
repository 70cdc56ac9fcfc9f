import { ContractHarness } from '../../harness/contract-harness.ts';
import type { ToolSample } from '../../contract-options.ts';
import { leakProblems } from '../../leaks/leak-problems.ts';

import { firstGoodSample, type ToolUnderTest } from '../../harness/tool-under-test.ts';

/** After all samples and a shutdown, the tool must have released everything that it started. */
export async function toolLeakProblems(tested: ToolUnderTest): Promise<string[]> {
  const leaks = await leakProblems(async () => {
    for (const sample of tested.options.samples) await callOnce(tested, sample);
  }, tested.settleMs);
  if (leaks.length > 0) return leaks;
  // The first call may add a listener that stays; later calls may not.
  const before = processListeners();
  await callOnce(tested, firstGoodSample(tested));
  return [...processListeners()]
    .filter(([event, count]) => count > (before.get(event) ?? 0))
    .map(([event]) => `adds a listener to the process with every call: "${event}"`);
}

/** How many listeners the process has for each of its events. */
function processListeners(): ReadonlyMap<string, number> {
  return new Map(process.eventNames().map((event) => [String(event), process.listenerCount(event)]));
}

async function callOnce(tested: ToolUnderTest, sample: ToolSample): Promise<void> {
  await using harness = await ContractHarness.open(tested);
  await harness.call(await harness.prepare(sample));
}
