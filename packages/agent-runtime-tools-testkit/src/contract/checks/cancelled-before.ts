import { changedPaths } from '../../folder-snapshot.ts';
import { Bench } from '../bench.ts';
import { describeResult } from '../describe-result.ts';
import { firstGoodSample, type ToolSubject } from '../tool-subject.ts';

/** A call that was cancelled before it began is CANCELLED, and nothing of it has happened. */
export async function cancelledBeforeProblems(subject: ToolSubject): Promise<string[]> {
  await using bench = await Bench.open(subject);
  const params = await bench.prepare(firstGoodSample(subject));
  const before = await bench.folder.snapshot();
  const result = await bench.call(params, { signal: AbortSignal.abort('the contract suite cancelled the call') });
  const changed = changedPaths(before, await bench.folder.snapshot());
  return [
    ...(!result.ok && result.error.code === 'CANCELLED'
      ? []
      : [`gave ${describeResult(result)} where CANCELLED was expected`]),
    ...(changed.length === 0 ? [] : [`changed ${changed.join(', ')} although it was cancelled before it began`]),
  ];
}
