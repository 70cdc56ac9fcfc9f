import { isSchemaNode, type SchemaNode } from '../../schema/schema-node.ts';
import { isWellFormed } from '../schema/normalize/keyword-values.ts';
import { SUBSCHEMA_KEYWORDS } from '../schema/subschemas.ts';
import { WIRE_TYPES } from '../schema/wire-schema.ts';
import { subschemasOf, targetOf, walkSchema } from './walk-schema.ts';

/** What is not JSON Schema 2020-12 in a schema, or refers outside of it. */
export function checkSchema(schema: unknown): string[] {
  if (!isSchemaNode(schema)) return ['is not an object'];
  return walkSchema(schema).flatMap(({ node, at }) =>
    checkNode(node, schema).map((problem) => `${at || '/'}: ${problem}`),
  );
}

/** The same, for the parameters of a tool, which are an object. */
export function checkObjectSchema(schema: unknown): string[] {
  const isObject = isSchemaNode(schema) && schema['type'] === 'object';
  return [...(isObject ? [] : ['the type at the root must be "object"']), ...checkSchema(schema)];
}

function checkNode(node: SchemaNode, root: SchemaNode): string[] {
  const problems = Object.entries(node)
    .filter(([keyword, value]) => !isValid(keyword, value))
    .map(([keyword]) => `"${keyword}" is malformed`);
  for (const [path, subschema] of subschemasOf(node)) {
    if (!isSchemaNode(subschema) && typeof subschema !== 'boolean') problems.push(`"${path}" is not a schema`);
  }
  if (node['$ref'] !== undefined && targetOf(node['$ref'], root) === undefined) problems.push(`"$ref" leads nowhere`);
  return problems;
}

function isValid(keyword: string, value: unknown): boolean {
  if (keyword === 'type') return isTypes(value);
  if (keyword === 'required') return isNames(value);
  if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') return typeof value === 'number';
  switch (SUBSCHEMA_KEYWORDS.get(keyword)) {
    case 'one':
      return isSchemaNode(value) || typeof value === 'boolean';
    case 'list':
      return Array.isArray(value) && value.length > 0;
    case 'map':
      return isSchemaNode(value);
    default:
      return isWellFormed(keyword, value);
  }
}

function isTypes(value: unknown): boolean {
  const types: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isKnown = types.every((type) => WIRE_TYPES.some((known) => known === type));
  return types.length > 0 && isKnown && new Set(types).size === types.length;
}

function isNames(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((name) => typeof name === 'string') && new Set(value).size === value.length
  );
}
