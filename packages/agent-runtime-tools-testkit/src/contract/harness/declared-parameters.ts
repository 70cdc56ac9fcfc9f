// Does not use core's own reading of schemas, because the rules that use this file test it.

/** A JSON Schema as plain data. */
export type SchemaNode = Readonly<Record<string, unknown>>;

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

export interface DeclaredParameter {
  readonly name: string;
  readonly schema: SchemaNode;
  readonly required: boolean;
}

/** The parameters at the root of a tool's schema. */
export function declaredParameters(parameters: unknown): DeclaredParameter[] {
  if (!isNode(parameters) || !isNode(parameters['properties'])) return [];
  const required: unknown = parameters['required'];
  return Object.entries(parameters['properties'])
    .filter((entry): entry is [string, SchemaNode] => isNode(entry[1]))
    .map(([name, schema]) => ({ name, schema, required: Array.isArray(required) && required.includes(name) }));
}

/** The JSON types that a schema accepts; undefined if it does not state them directly. */
export function acceptedTypes(schema: unknown): ReadonlySet<JsonType> | undefined {
  if (!isNode(schema)) return undefined;
  const { type, const: constant, enum: values } = schema;
  if (type !== undefined) return new Set([type].flat().filter(isJsonType));
  if (constant !== undefined) return new Set([jsonTypeOf(constant)]);
  if (Array.isArray(values)) return new Set(values.map(jsonTypeOf));
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(branches)) return undefined;
  const types = branches.map((branch: unknown) => acceptedTypes(branch));
  return types.includes(undefined) ? undefined : new Set(types.flatMap((some) => [...(some ?? [])]));
}

export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' || typeof value === 'boolean' ? (typeof value as 'string' | 'boolean') : 'object';
}

function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isJsonType(type: unknown): type is JsonType {
  return typeof type === 'string' && JSON_TYPES.has(type);
}

const JSON_TYPES: ReadonlySet<string> = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);
