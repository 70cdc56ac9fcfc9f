import { mapSubschemas } from './subschemas.ts';
import type { WireSchema } from './wire-schema.ts';

/** Every reference in a plain schema, its definitions apart. */
export function referencesIn(schema: WireSchema): Set<string> {
  const references = new Set<string>();
  const visit = (node: WireSchema): WireSchema => {
    if (node.$ref !== undefined) references.add(node.$ref);
    const { $defs: _, ...rest } = node;
    mapSubschemas(rest, visit);
    return node;
  };
  visit(schema);
  return references;
}

/** What a reference to a definition starts with. */
export const DEFS = '#/$defs/';
