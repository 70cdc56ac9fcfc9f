import { changedPaths } from '../../folder-snapshot.ts';
import { Bench } from '../bench.ts';
import { goodSamples, type ToolSubject } from '../tool-subject.ts';

/** A tool that calls itself idempotent leaves its folder after a second call as after the first. */
export async function idempotenceProblems(subject: ToolSubject): Promise<string[]> {
  const problems: string[] = [];
  for (const sample of goodSamples(subject)) {
    await using bench = await Bench.open(subject);
    const params = await bench.prepare(sample);
    await bench.call(params);
    const once = await bench.folder.snapshot();
    await bench.call(params);
    const changed = changedPaths(once, await bench.folder.snapshot());
    if (changed.length > 0) problems.push(`claims to be idempotent, but a second call changed ${changed.join(', ')}`);
  }
  return problems;
}
