import { isRequired, isSchemaNode, propertiesOf, type SchemaNode } from './schema-node.ts';

/** Arguments that the schema accepts: what is required, with values from its examples, defaults and types. */
export function exampleArguments(schema: unknown): unknown {
  return isSchemaNode(schema) ? exampleValue(schema, '', 0) : {};
}

const MAX_DEPTH = 4;

function exampleValue(node: SchemaNode, name: string, depth: number): unknown {
  const { examples, default: preset, const: constant, enum: choices, anyOf, items, minimum } = node;
  if (Array.isArray(examples) && examples.length > 0) return examples[0] as unknown;
  if (preset !== undefined) return preset;
  if (constant !== undefined) return constant;
  if (Array.isArray(choices) && choices.length > 0) return choices[0] as unknown;
  if (Array.isArray(anyOf) && isSchemaNode(anyOf[0])) return exampleValue(anyOf[0], name, depth);
  switch (Array.isArray(node['type']) ? (node['type'][0] as unknown) : node['type']) {
    case 'array':
      return isSchemaNode(items) && depth < MAX_DEPTH ? [exampleValue(items, name, depth + 1)] : [];
    case 'integer':
    case 'number':
      return typeof minimum === 'number' ? Math.max(1, minimum) : 1;
    case 'boolean':
      return true;
    case 'string':
      return /path|file|dir/i.test(name) ? 'README.md' : `some ${name || 'text'}`;
    default:
      return depth < MAX_DEPTH ? exampleObject(node, depth) : {};
  }
}

function exampleObject(node: SchemaNode, depth: number): Record<string, unknown> {
  const required = propertiesOf(node).filter(([name]) => isRequired(node, name));
  return Object.fromEntries(required.map(([name, schema]) => [name, exampleValue(schema, name, depth + 1)]));
}
