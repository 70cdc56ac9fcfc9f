import { ContractHarness } from '../../harness/contract-harness.ts';
import {
  acceptedTypes,
  declaredParameters,
  jsonTypeOf,
  type DeclaredParameter,
} from '../../harness/declared-parameters.ts';
import { firstGoodSample, type ToolUnderTest } from '../../harness/tool-under-test.ts';

/** A value of the wrong type must be refused with an error that names the parameter. */
export async function wrongTypeProblems(tested: ToolUnderTest): Promise<string[]> {
  const { tool } = tested;
  await using harness = await ContractHarness.open(tested);
  const params = await harness.prepare(firstGoodSample(tested));
  return declaredParameters(tool.parameters).flatMap((parameter) =>
    wrongValues(parameter).flatMap((value) => {
      const { valid, errors = [] } = harness.tools.validate(tool.name, { ...params, [parameter.name]: value });
      if (valid) return [`${parameter.name} takes ${JSON.stringify(value)}, against its own schema`];
      return errors.join(' ').includes(parameter.name)
        ? []
        : [`${parameter.name} is not named in: ${errors.join(' ')}`];
    }),
  );
}

const VALUES: readonly unknown[] = [null, true, 12.5, 'neither a number nor JSON', [['nested']], { unexpected: true }];

/** Values that are invalid and cannot be repaired; none for a parameter without a type. */
function wrongValues({ schema, required }: DeclaredParameter): unknown[] {
  const accepted = acceptedTypes(schema);
  if (accepted === undefined || accepted.size === 0) return [];
  return VALUES.filter((value) => {
    const type = jsonTypeOf(value);
    if (accepted.has(type)) return false;
    // For an optional parameter, null means absent.
    if (type === 'null') return required;
    return !accepted.has('array') || !isTakenAsItem(value, schema);
  });
}

/** A single value instead of a list is accepted as its only item. */
function isTakenAsItem(value: unknown, { items }: Readonly<Record<string, unknown>>): boolean {
  const taken = acceptedTypes(items);
  if (taken === undefined || typeof value === 'string') return true;
  return taken.has(jsonTypeOf(value));
}
