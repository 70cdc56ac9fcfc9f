import type { WireType } from './wire-schema.ts';

/** For each type, the keywords that constrain its values, without those that describe their structure. */
export const CONSTRAINT_KEYWORDS: Readonly<Record<WireType, readonly string[]>> = {
  string: ['format', 'pattern', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
  null: [],
  array: ['minItems', 'maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains'],
  object: ['minProperties', 'maxProperties', 'dependentRequired', 'propertyNames'],
};

/** Adds notes about what the provider's schema cannot express to a description: `Line to start at. (default: 1)`. */
export function describe(description: string | undefined, notes: readonly string[], more?: string): string | undefined {
  const inBrackets = notes.length > 0 ? `(${notes.join('; ')})` : undefined;
  return [description, inBrackets, more].filter(Boolean).join(' ') || undefined;
}

/** A keyword as a note; empty if its value is too long to help. */
export function noteOf(keyword: string, value: unknown): string[] {
  const text = JSON.stringify(value);
  return value === undefined || text.length > MAX_NOTE ? [] : [`${keyword}: ${text}`];
}

const MAX_NOTE = 200;
