import { Bench } from '../bench.ts';
import type { ToolSample } from '../contract-options.ts';
import { leakProblems } from '../leak-problems.ts';
import { moreListenersThan, processListeners } from '../process-listeners.ts';
import { firstGoodSample, type ToolSubject } from '../tool-subject.ts';

/** After all samples and a shutdown, nothing that the tool started is there any more. */
export async function toolLeakProblems(subject: ToolSubject): Promise<string[]> {
  const leaks = await leakProblems(async () => {
    for (const sample of subject.options.samples) await callOnce(subject, sample);
  }, subject.settleMs);
  if (leaks.length > 0) return leaks;
  // What is added once, with the first call, may stay; what every call adds may not.
  const before = processListeners();
  await callOnce(subject, firstGoodSample(subject));
  const heard = moreListenersThan(before);
  return heard.map((event) => `adds a listener to the process with every call: "${event}"`);
}

async function callOnce(subject: ToolSubject, sample: ToolSample): Promise<void> {
  await using bench = await Bench.open(subject);
  await bench.call(await bench.prepare(sample));
}
