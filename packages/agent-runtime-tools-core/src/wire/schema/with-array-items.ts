import { mapSubschemas } from './subschemas.ts';
import type { WireSchema } from './wire-schema.ts';

/** The schema with `items` on every array, which OpenAI asks for also where an item may be anything. */
export function withArrayItems<S extends WireSchema>(schema: S): S {
  return { ...schema, ...addItems(schema) };
}

function addItems(schema: WireSchema): WireSchema {
  const copy = mapSubschemas(schema, addItems);
  if ([schema.type].flat().includes('array')) copy.items ??= {};
  return copy;
}
