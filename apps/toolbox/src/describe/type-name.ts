/** A JSON Schema, read as plain data. */
export type SchemaNode = Readonly<Record<string, unknown>>;

export function isSchemaNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A short name of a schema's type: `string`, `"a" | "b"`, `integer 1..100`, `string[]`. */
export function typeName(node: SchemaNode): string {
  const { type, const: constant, enum: choices, anyOf, oneOf, items, $ref: reference } = node;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  const alternatives = Array.isArray(anyOf) ? anyOf : oneOf;
  if (Array.isArray(alternatives)) return [...new Set(alternatives.filter(isSchemaNode).map(typeName))].join(' | ');
  if (typeof reference === 'string') return reference.split('/').at(-1) ?? 'any';
  if (type === 'array') return isSchemaNode(items) ? arrayOf(typeName(items)) : 'array';
  if (Array.isArray(type)) return type.join(' | ');
  return typeof type === 'string' ? type + range(node) : 'any';
}

function arrayOf(element: string): string {
  return element.includes(' ') ? `(${element})[]` : `${element}[]`;
}

function range({ type, minimum, maximum }: SchemaNode): string {
  if (type !== 'integer' && type !== 'number') return '';
  if (typeof minimum === 'number' && typeof maximum === 'number') return ` ${minimum}..${maximum}`;
  if (typeof minimum === 'number') return ` >= ${minimum}`;
  return typeof maximum === 'number' ? ` <= ${maximum}` : '';
}
