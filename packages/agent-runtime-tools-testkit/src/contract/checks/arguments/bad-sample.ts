import { ContractHarness } from '../../harness/contract-harness.ts';
import type { BadSample } from '../../contract-options.ts';
import { describeResult } from '../../harness/describe-result.ts';
import type { ToolUnderTest } from '../../harness/tool-under-test.ts';

/** Bad arguments must cause a VALIDATION_ERROR that mentions what is wrong. */
export async function badSampleProblems(tested: ToolUnderTest, { params, mentions }: BadSample): Promise<string[]> {
  await using harness = await ContractHarness.open(tested);
  const result = await harness.call(params);
  if (result.ok || result.error.code !== 'VALIDATION_ERROR') {
    return [`gave ${describeResult(result)} where VALIDATION_ERROR was expected`];
  }
  const { message } = result.error;
  return message.includes(mentions) ? [] : [`the error does not mention "${mentions}": ${message}`];
}
