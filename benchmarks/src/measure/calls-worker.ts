// A separate process for each case, so that one library cannot slow another one down.
import { PLAIN } from '../cases/baseline.ts';
import { caseOf } from '../cases/all-cases.ts';
import type { Effort } from '../options.ts';
import { answerParent } from './worker.ts';
import { sampleCalls } from './sample-calls.ts';

const [id = '', effort = '{}'] = process.argv.slice(2);

await answerParent(async () => {
  const [subject, plain] = [await caseOf(id).prepare(), await PLAIN.prepare()];
  const samples = await sampleCalls(subject, plain, JSON.parse(effort) as Effort);
  await subject.close();
  return samples;
});
