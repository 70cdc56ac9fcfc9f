import type { TSchema } from '../type.ts';
import { compileSchema } from './compile-schema.ts';
import type { SchemaFault } from './schema-fault.ts';

/**
 * Checks any value against a JSON Schema, with the validator of the arguments. Returns nothing for a valid value, and at most
 * a hundred faults. The schema is compiled once per object. Defaults in the schema are filled into the value.
 */
export function schemaFaults(schema: TSchema, value: unknown): readonly SchemaFault[] {
  const compiled = compileSchema(schema, { closed: false });
  return compiled.check(value) ? [] : compiled.faults(value);
}
