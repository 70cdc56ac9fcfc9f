import type { WireSchema, WireType } from './wire-schema.ts';

/** The one type of a schema's values, named or plain from its keywords; undefined where there may be several. */
export function typeOfSchema(schema: WireSchema): WireType | undefined {
  if (typeof schema.type === 'string') return schema.type;
  if (schema.type !== undefined) return undefined;
  if (schema.const !== undefined) return typeOfValue(schema.const);
  if (schema.enum !== undefined) {
    const types = new Set(schema.enum.map(typeOfValue));
    return types.size === 1 ? [...types][0] : undefined;
  }
  return HINTS.find(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined))?.[0];
}

/** The type that JSON Schema gives a value; every number is a `number` here. */
export function typeOfValue(value: unknown): WireType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'string') return 'string';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

const HINTS: readonly (readonly [WireType, readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties', 'patternProperties', 'required']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];
