/** A JSON Schema, or any JSON object, as plain data. */
export type SchemaNode = { [keyword: string]: unknown };

export function isSchemaNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
