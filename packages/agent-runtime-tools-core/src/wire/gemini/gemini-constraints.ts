import type { GeminiSchema } from './gemini-schema.ts';
import { CONSTRAINT_KEYWORDS, noteOf } from '../schema/description-notes.ts';
import { isPortablePattern } from '../schema/portable-pattern.ts';
import type { WireSchema, WireType } from '../schema/wire-schema.ts';

/** The constraints of a schema: as fields where Gemini has them, otherwise as notes for the description. */
export interface GeminiConstraints {
  readonly fields: GeminiSchema;
  readonly notes: readonly string[];
}

export function geminiConstraints(schema: WireSchema, type: WireType): GeminiConstraints {
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values !== undefined) return literalConstraints([...new Set(values)]);
  const fields: GeminiSchema = {};
  const notes: string[] = [];
  for (const keyword of CONSTRAINT_KEYWORDS[type]) {
    const value = schema[keyword];
    if (value === undefined) continue;
    const field = fieldFor(keyword, value, type, fields);
    if (field === undefined) notes.push(...noteOf(keyword, value));
    else Object.assign(fields, field);
  }
  return { fields, notes };
}

/** Gemini's `enum` holds only non-empty strings. Numbers are bounded by their range. */
function literalConstraints(values: readonly unknown[]): GeminiConstraints {
  const strings = values.filter((value) => typeof value === 'string' && value !== '').map(String);
  const numbers = values.filter((value) => typeof value === 'number');
  const notes = values.length === strings.length ? [] : noteOf('one of', values);
  if (strings.length > 0) return { fields: { format: 'enum', enum: strings }, notes };
  if (numbers.length === 0) return { fields: {}, notes };
  return { fields: { minimum: Math.min(...numbers), maximum: Math.max(...numbers) }, notes };
}

function fieldFor(keyword: string, value: unknown, type: WireType, fields: GeminiSchema): GeminiSchema | undefined {
  switch (keyword) {
    case 'format':
      return value === 'date-time' ? { format: value } : undefined;
    case 'pattern':
      return isPortablePattern(value) ? { pattern: String(value) } : undefined;
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      return { [keyword]: String(value) };
    case 'minimum':
    case 'maximum':
      return { [keyword]: Number(value) };
    case 'exclusiveMinimum':
      return Number.isInteger(value) && type === 'integer'
        ? { minimum: Math.max(Number(value) + 1, fields.minimum ?? -Infinity) }
        : undefined;
    case 'exclusiveMaximum':
      return Number.isInteger(value) && type === 'integer'
        ? { maximum: Math.min(Number(value) - 1, fields.maximum ?? Infinity) }
        : undefined;
    default:
      return undefined;
  }
}
