import { isRequired, isSchemaNode, propertiesOf, type SchemaNode } from './schema-node.ts';
import { typeName } from './type-name.ts';

export interface ParameterRow {
  /** With its path where it is nested: `edits[].old_text`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly default: string;
  readonly description: string;
}

/** The members of an object schema, those of nested objects below them. */
export function parameterRows(schema: unknown, prefix = ''): ParameterRow[] {
  if (!isSchemaNode(schema) || prefix.split('.').length > MAX_DEPTH) return [];
  return propertiesOf(schema).flatMap(([name, node]) => [
    {
      name: prefix + name,
      type: typeName(node),
      required: isRequired(schema, name),
      default: node['default'] === undefined ? '' : JSON.stringify(node['default']),
      description: typeof node['description'] === 'string' ? node['description'].replaceAll(/\s+/g, ' ').trim() : '',
    },
    ...nestedRows(node, prefix + name),
  ]);
}

const MAX_DEPTH = 4;

function nestedRows(node: SchemaNode, name: string): ParameterRow[] {
  const { items } = node;
  return isSchemaNode(items) ? parameterRows(items, `${name}[].`) : parameterRows(node, `${name}.`);
}
