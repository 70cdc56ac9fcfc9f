import { Bench } from '../bench.ts';
import { acceptedTypes, declaredParameters } from '../declared-parameters.ts';
import { describeResult } from '../describe-result.ts';
import { firstGoodSample, type ToolSubject } from '../tool-subject.ts';

/**
 * Keys that reach for prototypes are refused as arguments. As text, where the tool reads its strings as something
 * else, they have no effect and do not break it.
 */
export async function hostileArgumentProblems(subject: ToolSubject): Promise<string[]> {
  return [...(await hostileKeyProblems(subject)), ...(await hostileTextProblems(subject))];
}

const MARK = 'testkitPolluted';
const HOSTILE = `{"__proto__":{"${MARK}":true},"constructor":{"prototype":{"${MARK}":true}}}`;

async function hostileKeyProblems(subject: ToolSubject): Promise<string[]> {
  await using bench = await Bench.open(subject);
  const params = await bench.prepare(firstGoodSample(subject));
  const hostile = Object.defineProperty({ ...params }, '__proto__', { value: { [MARK]: true }, enumerable: true });
  const result = await bench.call(hostile);
  const refused = !result.ok && result.error.code === 'VALIDATION_ERROR';
  return [
    ...(refused ? [] : [`took arguments with the key __proto__: ${describeResult(result)}`]),
    ...pollutionProblems('arguments'),
  ];
}

async function hostileTextProblems(subject: ToolSubject): Promise<string[]> {
  const texts = declaredParameters(subject.tool.parameters).filter(({ schema }) =>
    acceptedTypes(schema)?.has('string'),
  );
  const problems: string[] = [];
  for (const { name } of texts) {
    await using bench = await Bench.open(subject);
    const params = await bench.prepare(firstGoodSample(subject));
    const result = await bench.call({ ...params, [name]: HOSTILE });
    const broke = !result.ok && result.error.code === 'EXECUTION_ERROR';
    if (broke) problems.push(`${name} breaks the tool with ${HOSTILE}: ${describeResult(result)}`);
    problems.push(...pollutionProblems(name));
  }
  return problems;
}

/** Cleans up as well, so that one finding does not become many. */
function pollutionProblems(source: string): string[] {
  if (!(MARK in {})) return [];
  Reflect.deleteProperty(Object.prototype, MARK);
  return [`${source} changed the prototype of all objects`];
}
