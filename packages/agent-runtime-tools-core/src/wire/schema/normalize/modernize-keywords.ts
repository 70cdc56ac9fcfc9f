import { isSchemaNode, type SchemaNode } from '../../../schema/schema-node.ts';
import { isWireSchema } from '../map-subschemas.ts';
import type { WireSchema, WireType } from '../wire-schema.ts';

/** Rewrites keywords of earlier drafts and of OpenAPI in JSON Schema 2020-12. */
export function modernizeKeywords(keywords: SchemaNode): WireSchema {
  const { items, additionalItems, dependencies, nullable, exclusiveMinimum, exclusiveMaximum, ...rest } = keywords;
  const schema: WireSchema = rest;
  addItems(schema, items, additionalItems);
  addExclusiveBound(schema, 'minimum', 'exclusiveMinimum', exclusiveMinimum);
  addExclusiveBound(schema, 'maximum', 'exclusiveMaximum', exclusiveMaximum);
  if (isSchemaNode(dependencies)) addDependencies(schema, dependencies);
  if (nullable === true) addNull(schema);
  return schema;
}

/** A closed tuple gets `maxItems`, which means the same in every draft, instead of `items: false`. */
function addItems(schema: WireSchema, items: unknown, additionalItems: unknown): void {
  const isTuple = Array.isArray(items);
  if (isTuple && items.length > 0) schema.prefixItems = items.filter(isWireSchema);
  const rest = isTuple ? additionalItems : items;
  if (isWireSchema(rest)) schema.items = rest;
  else if (rest === false) {
    const length = schema.prefixItems?.length ?? 0;
    schema['maxItems'] = Math.min(length, typeof schema['maxItems'] === 'number' ? schema['maxItems'] : length);
  }
}

function addExclusiveBound(schema: WireSchema, inclusive: string, exclusive: string, value: unknown): void {
  if (typeof value === 'number') schema[exclusive] = value;
  if (value !== true || schema[inclusive] === undefined) return;
  schema[exclusive] = schema[inclusive];
  delete schema[inclusive];
}

function addDependencies(schema: WireSchema, dependencies: SchemaNode): void {
  const entries = Object.entries(dependencies);
  const names = entries.filter(([, dependency]) => Array.isArray(dependency));
  const schemas = entries.filter(([, dependency]) => !Array.isArray(dependency));
  if (names.length > 0) schema['dependentRequired'] ??= Object.fromEntries(names);
  if (schemas.length > 0) schema['dependentSchemas'] ??= Object.fromEntries(schemas);
}

function addNull(schema: WireSchema): void {
  if (schema.type === undefined) return;
  const types: WireType[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes('null')) return;
  schema.type = [...types, 'null'];
  if (schema.enum !== undefined && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
}
