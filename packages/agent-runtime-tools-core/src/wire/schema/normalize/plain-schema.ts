import { cleanSchema } from './clean-schema.ts';
import { localRefs } from './local-refs.ts';
import type { WireSchema } from '../wire-schema.ts';

/**
 * Any schema as what goes over a wire: JSON Schema 2020-12, plain data, no marks of the library that made it,
 * references within itself. Takes whatever it is given and never changes it.
 */
export function plainSchema(schema: unknown): WireSchema {
  return localRefs(cleanSchema(schema));
}
