import { Bench } from '../bench.ts';
import { describeResult } from '../describe-result.ts';
import { firstGoodSample, type ToolSubject } from '../tool-subject.ts';

/** Two calls at once both end in an orderly way: they may get in each other's way, but not break or hang. */
export async function sideBySideProblems(subject: ToolSubject): Promise<string[]> {
  await using bench = await Bench.open(subject);
  const params = await bench.prepare(firstGoodSample(subject));
  const results = await Promise.all([bench.call(params), bench.call(params)]);
  const disorderly = results.filter((result) => !result.ok && DISORDERLY.has(result.error.code));
  if (disorderly.length > 0)
    return disorderly.map((result) => `one of two calls at once gave ${describeResult(result)}`);
  return results.some(({ ok }) => ok)
    ? []
    : [`neither of two calls at once succeeded: ${results.map(describeResult).join('; ')}`];
}

const DISORDERLY: ReadonlySet<string> = new Set(['EXECUTION_ERROR', 'OUTPUT_INVALID', 'TIMEOUT', 'CANCELLED']);
