import { schemaFaults, type Static, type TSchema } from '@ku0/agent-runtime-tools-core';
import { describeFault, pathOf, withoutBranches } from '../spec/describe-fault.ts';
import { inCamelCase, withBothSpellings } from '../spec/spellings.ts';
import { SpecConfigError } from './spec-executor.ts';

const asWritten = new WeakMap<object, TSchema>();

/** Reads a configuration in either spelling. Throws a SpecConfigError with all that is wrong with it. */
export function readConfig<S extends TSchema>(schema: S, config: Readonly<Record<string, unknown>>): Static<S> {
  let both = asWritten.get(schema);
  if (both === undefined) {
    both = withBothSpellings(schema);
    asWritten.set(schema, both);
  }
  const faults = withoutBranches(schemaFaults(both, config));
  if (faults.length > 0) {
    const texts = faults.map(
      (fault) => `${['implementation_config', ...pathOf(fault)].join('.')}: ${describeFault(fault)}`,
    );
    throw new SpecConfigError(texts.join('; '));
  }
  try {
    // It has passed the check, so it has the type of the schema.
    return inCamelCase(schema, config) as Static<S>;
  } catch (error) {
    if (error instanceof SyntaxError) throw new SpecConfigError(`implementation_config ${error.message}`);
    throw error;
  }
}
