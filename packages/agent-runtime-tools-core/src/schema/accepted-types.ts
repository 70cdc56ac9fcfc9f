import { valueAtFragment } from './json-pointer.ts';
import { isJsonType, jsonTypeOf, type JsonType } from './json-type.ts';
import { isSchemaNode, type SchemaNode } from './schema-node.ts';

/** The JSON types that a schema accepts; an empty set if it accepts any. */
export function acceptedTypes(schema: SchemaNode, root: SchemaNode, depth = 0): ReadonlySet<JsonType> {
  const node = resolveReference(schema, root);
  const types = new Set<JsonType>();
  if (depth > MAX_DEPTH) return types;
  for (const type of [node['type']].flat()) if (isJsonType(type)) types.add(type);
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

/** Follows local `$ref`s. Returns the node itself if it has no reference or the reference leads nowhere. */
export function resolveReference(schema: SchemaNode, root: SchemaNode): SchemaNode {
  let node = schema;
  for (let hops = 0; hops < MAX_DEPTH && typeof node['$ref'] === 'string'; hops++) {
    const target = valueAtFragment(root, node['$ref']);
    if (!isSchemaNode(target)) return node;
    node = target;
  }
  return node;
}

const MAX_DEPTH = 16;
