import { isJsonType } from '../../schema/json-type.ts';
import { SUBSCHEMA_KEYWORDS } from '../../schema/schema-keywords.ts';
import { isSchemaNode, type SchemaNode } from '../../schema/schema-node.ts';
import { isWellFormed } from '../schema/normalize/is-well-formed.ts';
import { referencedSchema, subschemasOf, walkSchema } from './walk-schema.ts';

/** Lists what is not valid JSON Schema 2020-12 in a schema, and references that lead outside of it. */
export function checkSchema(schema: unknown): string[] {
  if (!isSchemaNode(schema)) return ['is not an object'];
  return walkSchema(schema).flatMap(({ node, at }) =>
    checkNode(node, schema).map((problem) => `${at || '/'}: ${problem}`),
  );
}

/** The same for the parameters of a tool, which must be an object. */
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
  if (node['$ref'] !== undefined && referencedSchema(node['$ref'], root) === undefined)
    problems.push(`"$ref" leads nowhere`);
  return problems;
}

function isValid(keyword: string, value: unknown): boolean {
  if (keyword === 'type') return isTypes(value);
  if (keyword === 'required') return isListOfUniqueStrings(value);
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
  return types.length > 0 && types.every(isJsonType) && new Set(types).size === types.length;
}

export function isListOfUniqueStrings(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.every((item) => typeof item === 'string') && new Set(value).size === value.length
  );
}
