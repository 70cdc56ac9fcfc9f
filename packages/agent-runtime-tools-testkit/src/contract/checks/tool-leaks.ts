import { Bench } from '../bench.ts';
import type { ToolSample } from '../contract-options.ts';
import { leakProblems } from '../leak-problems.ts';
import type { ToolSubject } from '../tool-subject.ts';

/** After all samples and a shutdown, nothing that the tool started is there any more. */
export function toolLeakProblems(subject: ToolSubject): Promise<string[]> {
  return leakProblems(async () => {
    for (const sample of subject.options.samples) await callOnce(subject, sample);
  }, subject.settleMs);
}

async function callOnce(subject: ToolSubject, sample: ToolSample): Promise<void> {
  await using bench = await Bench.open(subject);
  await bench.call(await bench.prepare(sample));
}
