import { describe, expect, it } from 'vitest';
import { CONSTRAINT_KEYWORDS, describe as inWords, noteOf } from '../../../src/wire/schema/description-notes.ts';
import { typeOfSchema, typeOfValue } from '../../../src/wire/schema/type-of-schema.ts';
import type { WireSchema } from '../../../src/wire/schema/wire-schema.ts';

describe('the type of a schema', () => {
  it.each<[schema: WireSchema, type: string]>([
    [{ type: 'string', const: 1 }, 'string'],
    [{ const: 1 }, 'number'],
    [{ const: null }, 'null'],
    [{ enum: ['a', 'b'] }, 'string'],
    [{ enum: [1, 1.5] }, 'number'],
    [{ const: true, items: {} }, 'boolean'],
  ])('%j is %s', (schema, type) => {
    expect(typeOfSchema(schema)).toBe(type);
  });

  it.each<WireSchema>([{}, { type: ['string', 'null'], minLength: 1 }, { enum: ['a', 1] }, { description: 'A.' }])(
    '%j may be one of several',
    (schema) => {
      expect(typeOfSchema(schema)).toBeUndefined();
    },
  );

  const HINTS: Record<string, readonly string[]> = {
    object: ['properties', 'additionalProperties', 'patternProperties', 'required'],
    array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
    string: ['pattern', 'minLength', 'maxLength', 'format'],
    number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  };
  for (const [type, keywords] of Object.entries(HINTS)) {
    it.each(keywords)(`is ${type} where it says %s`, (keyword) => {
      expect(typeOfSchema({ [keyword]: {} })).toBe(type);
    });
  }

  it.each([
    [null, 'null'],
    [[], 'array'],
    [1, 'number'],
    ['a', 'string'],
    [false, 'boolean'],
    [{}, 'object'],
  ])('of the value %j is %s', (value, type) => {
    expect(typeOfValue(value)).toBe(type);
  });
});

it('the constraint keywords of each type are those of JSON Schema', () => {
  const ofNumbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
  expect(CONSTRAINT_KEYWORDS).toEqual({
    string: ['format', 'pattern', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType'],
    number: ofNumbers,
    integer: ofNumbers,
    boolean: [],
    null: [],
    array: ['minItems', 'maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains'],
    object: ['minProperties', 'maxProperties', 'dependentRequired', 'propertyNames'],
  });
});

describe('a note about what a schema cannot express', () => {
  it('is added to the description', () => {
    expect(inWords('A line.', ['default: 1', 'minimum: 1'])).toBe('A line. (default: 1; minimum: 1)');
    expect(inWords('A line.', [], 'More.')).toBe('A line. More.');
    expect(inWords(undefined, ['default: 1'])).toBe('(default: 1)');
    expect(inWords(undefined, [])).toBeUndefined();
  });

  it('is omitted if the keyword is absent or its value too long', () => {
    expect(noteOf('default', 1)).toEqual(['default: 1']);
    expect(noteOf('default', undefined)).toEqual([]);
    expect(noteOf('default', 'x'.repeat(198))).toHaveLength(1);
    expect(noteOf('default', 'x'.repeat(199))).toEqual([]);
  });
});
