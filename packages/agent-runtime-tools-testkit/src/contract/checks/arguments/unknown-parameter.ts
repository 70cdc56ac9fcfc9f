import { ContractHarness } from '../../harness/contract-harness.ts';
import { declaredParameters } from '../../harness/declared-parameters.ts';
import { describeResult } from '../../harness/describe-result.ts';
import { firstGoodSample, type ToolUnderTest } from '../../harness/tool-under-test.ts';

/** A misspelt parameter must cause an error that names it and the most similar known parameter. */
export async function unknownParameterProblems(tested: ToolUnderTest): Promise<string[]> {
  const { tool } = tested;
  await using harness = await ContractHarness.open(tested);
  const params = await harness.prepare(firstGoodSample(tested));
  const known = new Set([...declaredParameters(tool.parameters).map(({ name }) => name), ...Object.keys(params)]);
  const [meant = 'parameter'] = known;
  const misspelt = misspell(meant, new Set([...known, ...Object.keys(tool.parameterAliases ?? {})]));
  const result = await harness.call({ ...params, [misspelt]: 'x' });
  if (result.ok || result.error.code !== 'VALIDATION_ERROR') {
    return [`took the unknown parameter "${misspelt}": ${describeResult(result)}`];
  }
  const { message } = result.error;
  if (!message.includes(misspelt)) return [`does not say that "${misspelt}" is unknown: ${message}`];
  const isNamed = known.size === 0 || [...known].some((name) => message.includes(`"${name}"`));
  return isNamed ? [] : [`does not name the parameter nearest to "${misspelt}": ${message}`];
}

function misspell(name: string, taken: ReadonlySet<string>): string {
  let misspelt = `${name}x`;
  while (taken.has(misspelt)) misspelt += 'x';
  return misspelt;
}
