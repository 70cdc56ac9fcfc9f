/** A JSON Schema, read as plain data. */
export type SchemaNode = Readonly<Record<string, unknown>>;

export function isSchemaNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schemas of an object's properties, in the order they were written. */
export function propertiesOf(node: SchemaNode): [name: string, schema: SchemaNode][] {
  const properties = isSchemaNode(node['properties']) ? node['properties'] : {};
  return Object.entries(properties).flatMap(([name, schema]) => (isSchemaNode(schema) ? [[name, schema]] : []));
}

export function isRequired(node: SchemaNode, name: string): boolean {
  return Array.isArray(node['required']) && node['required'].includes(name);
}
