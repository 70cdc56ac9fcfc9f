import { Bench } from '../bench.ts';
import { acceptedTypes, declaredParameters, jsonTypeOf, type DeclaredParameter } from '../declared-parameters.ts';
import { firstGoodSample, type ToolSubject } from '../tool-subject.ts';

/** A value of a type that a parameter does not take is refused, and the error names the parameter. */
export async function wrongTypeProblems(subject: ToolSubject): Promise<string[]> {
  const { tool } = subject;
  await using bench = await Bench.open(subject);
  const params = await bench.prepare(firstGoodSample(subject));
  return declaredParameters(tool.parameters).flatMap((parameter) =>
    wrongValues(parameter).flatMap((value) => {
      const { valid, errors = [] } = bench.tools.validate(tool.name, { ...params, [parameter.name]: value });
      if (valid) return [`${parameter.name} takes ${JSON.stringify(value)}, against its own schema`];
      return errors.join(' ').includes(parameter.name)
        ? []
        : [`${parameter.name} is not named in: ${errors.join(' ')}`];
    }),
  );
}

const VALUES: readonly unknown[] = [null, true, 12.5, 'neither a number nor JSON', [['nested']], { unexpected: true }];

/** Values that neither fit nor can be repaired; none for a parameter that does not say its type. */
function wrongValues({ schema, required }: DeclaredParameter): unknown[] {
  const accepted = acceptedTypes(schema);
  if (accepted === undefined || accepted.size === 0) return [];
  return VALUES.filter((value) => {
    const type = jsonTypeOf(value);
    if (accepted.has(type)) return false;
    // Absent and null mean the same for an optional parameter.
    if (type === 'null') return required;
    return !accepted.has('array') || !isTakenAsItem(value, schema);
  });
}

/** A lone value where a list is due is taken as its only item. */
function isTakenAsItem(value: unknown, { items }: Readonly<Record<string, unknown>>): boolean {
  const taken = acceptedTypes(items);
  if (taken === undefined || typeof value === 'string') return true;
  return taken.has(jsonTypeOf(value));
}
