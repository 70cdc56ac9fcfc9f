import { DEFINITION_PREFIX } from './definition-refs.ts';
import { mapSubschemas } from './map-subschemas.ts';
import type { WireSchema } from './wire-schema.ts';

/** Rewrites a plain schema in JSON Schema draft 7. */
export function draft07Schema(schema: WireSchema): Record<string, unknown> {
  const {
    $defs,
    $ref,
    prefixItems,
    items,
    dependentRequired,
    dependentSchemas,
    unevaluatedItems,
    unevaluatedProperties,
    ...rest
  } = mapSubschemas(schema, draft07Schema);
  const old: Record<string, unknown> = rest;
  if (prefixItems !== undefined) old['items'] = prefixItems;
  if (items !== undefined) old[prefixItems === undefined ? 'items' : 'additionalItems'] = items;
  if ($defs !== undefined) old['definitions'] = $defs;
  if (dependentRequired !== undefined || dependentSchemas !== undefined) {
    old['dependencies'] = Object.assign({}, dependentRequired, dependentSchemas);
  }
  return $ref === undefined ? old : withReference(old, $ref.replace(DEFINITION_PREFIX, '#/definitions/'));
}

/** Draft 7 ignores keywords beside a reference, so the reference moves into `allOf`. */
function withReference(siblings: Record<string, unknown>, $ref: string): Record<string, unknown> {
  return Object.keys(siblings).length === 0
    ? { $ref }
    : { ...siblings, allOf: [{ $ref }, ...[siblings['allOf'] ?? []].flat()] };
}
