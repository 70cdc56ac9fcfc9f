import { jsonTypeOf } from '../../schema/json-type.ts';
import type { WireSchema, WireType } from './wire-schema.ts';

/** The only type of a schema's values, as named or as implied by its keywords; undefined if there may be several. */
export function typeOfSchema(schema: WireSchema): WireType | undefined {
  if (typeof schema.type === 'string') return schema.type;
  if (schema.type !== undefined) return undefined;
  if (schema.const !== undefined) return typeOfValue(schema.const);
  if (schema.enum !== undefined) {
    const types = new Set(schema.enum.map(typeOfValue));
    return types.size === 1 ? [...types][0] : undefined;
  }
  return IMPLIED_TYPES.find(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined))?.[0];
}

/** The JSON type of a value; every number is a `number`, never an `integer`. */
export function typeOfValue(value: unknown): WireType {
  const type = jsonTypeOf(value);
  return type === 'integer' ? 'number' : type;
}

/** The type that a keyword implies. */
const IMPLIED_TYPES: readonly (readonly [WireType, readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties', 'patternProperties', 'required']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];
