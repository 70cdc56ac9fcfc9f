import { isSchemaNode, type SchemaNode } from './schema-node.ts';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** The JSON types a schema takes; an empty set when it does not say, which means: any. */
export function acceptedTypes(schema: SchemaNode, root: SchemaNode, depth = 0): ReadonlySet<JsonType> {
  const node = resolveReference(schema, root);
  const types = new Set<JsonType>();
  if (depth > MAX_DEPTH) return types;
  const named = node['type'];
  for (const type of Array.isArray(named) ? named : [named]) if (isJsonType(type)) types.add(type);
  if (types.size > 0) return types;
  if (node['const'] !== undefined) return types.add(jsonTypeOf(node['const']));
  if (Array.isArray(node['enum'])) return new Set(node['enum'].map(jsonTypeOf));
  const branches = node['anyOf'] ?? node['oneOf'];
  if (!Array.isArray(branches)) return types;
  for (const branch of branches) {
    const accepted = isSchemaNode(branch) ? acceptedTypes(branch, root, depth + 1) : types;
    if (accepted.size === 0) return new Set();
    for (const type of accepted) types.add(type);
  }
  return types;
}

/** The type of a value as JSON Schema names it; a whole number is an integer. */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'number';
    case 'string':
      return 'string';
    default:
      return 'object';
  }
}

/** Follows local `$ref`s; the node itself where there is none or it leads nowhere. */
export function resolveReference(schema: SchemaNode, root: SchemaNode): SchemaNode {
  let node = schema;
  for (let hops = 0; hops < MAX_DEPTH && typeof node['$ref'] === 'string'; hops++) {
    const target = followPointer(root, node['$ref']);
    if (target === undefined) return node;
    node = target;
  }
  return node;
}

const MAX_DEPTH = 16;

function followPointer(root: SchemaNode, reference: string): SchemaNode | undefined {
  if (!reference.startsWith('#')) return undefined;
  let node: unknown = root;
  for (const token of reference.slice(1).split('/').filter(Boolean)) {
    const key = decodeToken(token);
    node = isSchemaNode(node) && Object.hasOwn(node, key) ? node[key] : undefined;
  }
  return isSchemaNode(node) ? node : undefined;
}

function decodeToken(token: string): string {
  const plain = token.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function isJsonType(type: unknown): type is JsonType {
  return typeof type === 'string' && JSON_TYPES.has(type);
}

const JSON_TYPES: ReadonlySet<string> = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);
