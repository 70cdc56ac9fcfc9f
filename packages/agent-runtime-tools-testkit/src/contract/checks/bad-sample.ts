import { Bench } from '../bench.ts';
import type { BadSample } from '../contract-options.ts';
import { describeResult } from '../describe-result.ts';
import type { ToolSubject } from '../tool-subject.ts';

/** A refusal names what is wrong, and shows a call that would be right. */
export async function badSampleProblems(subject: ToolSubject, { params, mentions }: BadSample): Promise<string[]> {
  await using bench = await Bench.open(subject);
  const result = await bench.call(params);
  if (result.ok || result.error.code !== 'VALIDATION_ERROR') {
    return [`gave ${describeResult(result)} where VALIDATION_ERROR was expected`];
  }
  const { message } = result.error;
  return message.includes(mentions) ? [] : [`the error does not mention "${mentions}": ${message}`];
}
