import { Bench } from '../bench.ts';
import { declaredParameters } from '../declared-parameters.ts';
import { describeResult } from '../describe-result.ts';
import { firstGoodSample, type ToolSubject } from '../tool-subject.ts';

/** A misspelt parameter must not be dropped in silence: the error names it, and the parameter that was probably meant. */
export async function unknownParameterProblems(subject: ToolSubject): Promise<string[]> {
  const { tool } = subject;
  await using bench = await Bench.open(subject);
  const params = await bench.prepare(firstGoodSample(subject));
  const known = new Set([...declaredParameters(tool.parameters).map(({ name }) => name), ...Object.keys(params)]);
  const [meant = 'parameter'] = known;
  const misspelt = misspell(meant, new Set([...known, ...Object.keys(tool.parameterAliases ?? {})]));
  const result = await bench.call({ ...params, [misspelt]: 'x' });
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
