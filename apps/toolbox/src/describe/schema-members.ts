import { isSchemaNode, typeName, type SchemaNode } from './type-name.ts';

export interface SchemaMember {
  /** The path, for a nested member: `edits[].old_text`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** As JSON; empty if there is none. */
  readonly default: string;
  readonly description: string;
}

/** The members of an object schema. Members of nested objects follow the member that contains them. */
export function schemaMembers(schema: unknown, prefix = ''): SchemaMember[] {
  if (!isSchemaNode(schema) || prefix.split('.').length > MAX_DEPTH) return [];
  return propertiesOf(schema).flatMap(([name, node]) => [
    {
      name: prefix + name,
      type: typeName(node),
      required: Array.isArray(schema['required']) && schema['required'].includes(name),
      default: node['default'] === undefined ? '' : JSON.stringify(node['default']),
      description: typeof node['description'] === 'string' ? node['description'].replaceAll(/\s+/g, ' ').trim() : '',
    },
    ...nestedMembers(node, prefix + name),
  ]);
}

const MAX_DEPTH = 4;

function nestedMembers(node: SchemaNode, name: string): SchemaMember[] {
  const { items } = node;
  return isSchemaNode(items) ? schemaMembers(items, `${name}[].`) : schemaMembers(node, `${name}.`);
}

/** In the order of the schema. */
function propertiesOf(node: SchemaNode): [name: string, schema: SchemaNode][] {
  const properties = isSchemaNode(node['properties']) ? node['properties'] : {};
  return Object.entries(properties).flatMap(([name, schema]) => (isSchemaNode(schema) ? [[name, schema]] : []));
}
