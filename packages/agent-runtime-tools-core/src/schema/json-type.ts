/** The type names of JSON Schema. */
export const JSON_TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;

export type JsonType = (typeof JSON_TYPES)[number];

export function isJsonType(name: unknown): name is JsonType {
  return JSON_TYPES.some((type) => type === name);
}

/** The JSON Schema type of a value; a whole number is an `integer`. */
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
