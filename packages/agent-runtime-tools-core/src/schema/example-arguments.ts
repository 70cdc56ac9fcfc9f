import { acceptedTypes, resolveReference } from './accepted-types.ts';
import { isSchemaNode, type SchemaNode } from './schema-node.ts';

/** Example arguments for a schema: its required parameters, with values from its examples, defaults, enums or types. */
export function exampleArguments(schema: unknown): unknown {
  return isSchemaNode(schema) ? exampleValue(schema, schema, '', 0) : {};
}

function exampleValue(schema: SchemaNode, root: SchemaNode, name: string, depth: number): unknown {
  const node = resolveReference(schema, root);
  const examples = node['examples'];
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  for (const keyword of ['example', 'default', 'const']) if (node[keyword] !== undefined) return node[keyword];
  if (Array.isArray(node['enum']) && node['enum'].length > 0) return node['enum'][0];
  const branch = [node['anyOf'], node['oneOf']].flat().find(isSchemaNode);
  if (branch !== undefined && node['type'] === undefined && depth <= MAX_DEPTH)
    return exampleValue(branch, root, name, depth + 1);
  const types = acceptedTypes(node, root);
  if (types.has('object')) return depth > MAX_DEPTH ? {} : exampleObject(node, root, depth);
  if (types.has('array')) {
    return depth > MAX_DEPTH || !isSchemaNode(node['items'])
      ? []
      : [exampleValue(node['items'], root, name, depth + 1)];
  }
  if (types.has('integer') || types.has('number'))
    return typeof node['minimum'] === 'number' ? Math.max(node['minimum'], 1) : 1;
  if (types.has('boolean')) return true;
  if (types.has('null')) return null;
  return exampleText(name);
}

const MAX_DEPTH = 4;

function exampleObject(node: SchemaNode, root: SchemaNode, depth: number): SchemaNode {
  const example: SchemaNode = {};
  const properties = isSchemaNode(node['properties']) ? node['properties'] : {};
  for (const name of Array.isArray(node['required']) ? node['required'] : []) {
    const child: unknown = typeof name === 'string' ? properties[name] : undefined;
    if (typeof name === 'string' && isSchemaNode(child)) example[name] = exampleValue(child, root, name, depth + 1);
  }
  return example;
}

function exampleText(name: string): string {
  if (/path|file|dir/i.test(name)) return 'src/index.ts';
  if (/url|uri/i.test(name)) return 'https://example.com/';
  return name === '' ? 'text' : `some ${name}`;
}
