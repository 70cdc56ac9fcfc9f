import { mapSubschemas } from './map-subschemas.ts';
import type { WireSchema } from './wire-schema.ts';

/** All references in a plain schema, without those in its definitions. */
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

/** The beginning of every reference to a definition. */
export const DEFINITION_PREFIX = '#/$defs/';
