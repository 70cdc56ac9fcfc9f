import { cleanSchema } from './clean-schema.ts';
import { localizeRefs } from './localize-refs.ts';
import type { WireSchema } from '../wire-schema.ts';

/**
 * Converts any schema to plain JSON Schema 2020-12: no symbols or annotations of the library that made it, and only local
 * references. Accepts any value and never changes it.
 */
export function plainSchema(schema: unknown): WireSchema {
  return localizeRefs(cleanSchema(schema));
}
