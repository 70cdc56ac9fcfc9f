import { ContractHarness } from '../../harness/contract-harness.ts';
import { acceptedTypes, declaredParameters } from '../../harness/declared-parameters.ts';
import { describeResult } from '../../harness/describe-result.ts';
import { firstGoodSample, type ToolUnderTest } from '../../harness/tool-under-test.ts';

/**
 * Arguments with keys such as `__proto__` must be refused. The same keys in JSON text, which a tool may parse, must neither
 * change a prototype nor make the tool fail with EXECUTION_ERROR.
 */
export async function hostileArgumentProblems(tested: ToolUnderTest): Promise<string[]> {
  return [...(await hostileKeyProblems(tested)), ...(await hostileTextProblems(tested))];
}

const MARK = 'testkitPolluted';
const HOSTILE = `{"__proto__":{"${MARK}":true},"constructor":{"prototype":{"${MARK}":true}}}`;

async function hostileKeyProblems(tested: ToolUnderTest): Promise<string[]> {
  await using harness = await ContractHarness.open(tested);
  const params = await harness.prepare(firstGoodSample(tested));
  const hostile = Object.defineProperty({ ...params }, '__proto__', { value: { [MARK]: true }, enumerable: true });
  const result = await harness.call(hostile);
  const refused = !result.ok && result.error.code === 'VALIDATION_ERROR';
  return [
    ...(refused ? [] : [`took arguments with the key __proto__: ${describeResult(result)}`]),
    ...pollutionProblems('arguments'),
  ];
}

async function hostileTextProblems(tested: ToolUnderTest): Promise<string[]> {
  const texts = declaredParameters(tested.tool.parameters).filter(({ schema }) => acceptedTypes(schema)?.has('string'));
  const problems: string[] = [];
  for (const { name } of texts) {
    await using harness = await ContractHarness.open(tested);
    const params = await harness.prepare(firstGoodSample(tested));
    const result = await harness.call({ ...params, [name]: HOSTILE });
    const broke = !result.ok && result.error.code === 'EXECUTION_ERROR';
    if (broke) problems.push(`${name} breaks the tool with ${HOSTILE}: ${describeResult(result)}`);
    problems.push(...pollutionProblems(name));
  }
  return problems;
}

/** Also restores the prototype, so that later checks do not report the same problem. */
function pollutionProblems(source: string): string[] {
  if (!(MARK in {})) return [];
  Reflect.deleteProperty(Object.prototype, MARK);
  return [`${source} changed the prototype of all objects`];
}
