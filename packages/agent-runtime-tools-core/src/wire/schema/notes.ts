import type { WireType } from './wire-schema.ts';

/** The keywords that narrow down values of one type, apart from those that give them their shape. */
export const CONSTRAINTS: Readonly<Record<WireType, readonly string[]>> = {
  string: ['format', 'pattern', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
  null: [],
  array: ['minItems', 'maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains'],
  object: ['minProperties', 'maxProperties', 'dependentRequired', 'propertyNames'],
};

/** What a provider's schema cannot say, said to the model in the description: `Line to start at. (default: 1)`. */
export function describe(description: string | undefined, notes: readonly string[], more?: string): string | undefined {
  const said = notes.length > 0 ? `(${notes.join('; ')})` : undefined;
  return [description, said, more].filter(Boolean).join(' ') || undefined;
}

/** A keyword in words, where it is short enough to help. */
export function noteOf(keyword: string, value: unknown): string[] {
  const text = JSON.stringify(value);
  return value === undefined || text.length > MAX_NOTE ? [] : [`${keyword}: ${text}`];
}

const MAX_NOTE = 200;
