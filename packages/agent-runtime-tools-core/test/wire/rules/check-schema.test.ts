import { describe, expect, it } from 'vitest';
import { checkObjectSchema, checkSchema } from '../../../src/wire/rules/check-schema.ts';

interface Values {
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const TEXT: Values = { good: ['', 'a'], bad: [1, null] };
const FLAG: Values = { good: [true, false], bad: ['true', 1] };
const COUNT: Values = { good: [0, 3], bad: [-1, 1.5, '1'] };
const BOUND: Values = { good: [0, -1.5], bad: ['1', true, Number.NaN] };
const ONE: Values = { good: [{}, true, false], bad: ['string', []] };
const LIST: Values = { good: [[{}], [true]], bad: [[], {}, ['string']] };
const MAP: Values = { good: [{}, { a: {} }], bad: [[], true, { a: 'string' }] };

const KEYWORDS: Record<string, Values> = {
  $anchor: TEXT,
  $dynamicAnchor: TEXT,
  $dynamicRef: TEXT,
  $id: TEXT,
  $recursiveRef: TEXT,
  contentEncoding: TEXT,
  contentMediaType: TEXT,
  description: TEXT,
  format: TEXT,
  id: TEXT,
  pattern: TEXT,
  title: TEXT,
  deprecated: FLAG,
  nullable: FLAG,
  readOnly: FLAG,
  uniqueItems: FLAG,
  writeOnly: FLAG,
  maxContains: COUNT,
  maxItems: COUNT,
  maxLength: COUNT,
  maxProperties: COUNT,
  minContains: COUNT,
  minItems: COUNT,
  minLength: COUNT,
  minProperties: COUNT,
  maximum: BOUND,
  minimum: BOUND,
  exclusiveMaximum: { good: [1], bad: [true, '1'] },
  exclusiveMinimum: { good: [1], bad: [false, '1'] },
  multipleOf: { good: [0.1, 2], bad: [0, -1, '1'] },
  enum: { good: [[1], ['a', null]], bad: [[], 'a', {}] },
  examples: { good: [[], [1]], bad: ['a', {}] },
  dependentRequired: { good: [{}, { a: ['b'] }], bad: [[], { a: 'b' }, { a: [1] }] },
  required: { good: [[], ['a', 'b']], bad: ['a', [1], ['a', 'a'], { a: true }] },
  type: { good: ['string', ['string', 'null']], bad: ['text', [], ['string', 'text'], ['string', 'string'], null] },
  $ref: { good: ['#', '#/$defs/a'], bad: [1, '#/$defs/b', 'a'] },
  additionalProperties: ONE,
  contains: ONE,
  contentSchema: ONE,
  else: ONE,
  if: ONE,
  items: ONE,
  not: ONE,
  propertyNames: ONE,
  unevaluatedItems: ONE,
  unevaluatedProperties: ONE,
  allOf: LIST,
  anyOf: LIST,
  oneOf: LIST,
  prefixItems: LIST,
  definitions: MAP,
  dependentSchemas: MAP,
  patternProperties: MAP,
  properties: MAP,
  'x-own': { good: [1, null, {}], bad: [] },
};

describe('checkSchema', () => {
  for (const [keyword, { good, bad }] of [...Object.entries(KEYWORDS), ['then', ONE] as const]) {
    it(`tells right from wrong values of ${keyword}`, () => {
      const problems = (value: unknown): string[] => checkSchema({ $defs: { a: { 'x-own': 1 } }, [keyword]: value });
      for (const value of good) expect(problems(value), JSON.stringify(value)).toEqual([]);
      for (const value of bad) expect(problems(value), JSON.stringify(value)).not.toEqual([]);
    });
  }

  it('gives the position of the problem', () => {
    const schema = { properties: { a: { anyOf: [{}, { minLength: -1 }] } }, $defs: { b: { items: { type: 'text' } } } };
    expect(checkSchema(schema)).toEqual([
      '/properties/a/anyOf/1: "minLength" is malformed',
      '/$defs/b/items: "type" is malformed',
    ]);
    expect(checkSchema({ minLength: -1 })).toEqual(['/: "minLength" is malformed']);
  });

  it('follows references by their escaped names, through maps and lists', () => {
    const root = { $defs: { 'a/b': { anyOf: [{}, true] }, 'c~d': {} } };
    for (const ref of ['#/$defs/a~1b', '#/$defs/c~0d', '#/$defs/a~1b/anyOf/0'])
      expect(checkSchema({ ...root, $ref: ref }), ref).toEqual([]);
    for (const ref of ['#/$defs/a/b', '#/$defs/a~1b/anyOf/1', '#/$defs/a~1b/anyOf/2', '#/$defs/toString', '#a'])
      expect(checkSchema({ ...root, $ref: ref }), ref).toEqual(['/: "$ref" leads nowhere']);
  });

  it('requires an object, and for parameters the schema of an object', () => {
    expect(checkSchema(true)).toEqual(['is not an object']);
    expect(checkObjectSchema({ type: 'object' })).toEqual([]);
    expect(checkObjectSchema({})).toEqual(['the type at the root must be "object"']);
    expect(checkObjectSchema(null)).toEqual(['the type at the root must be "object"', 'is not an object']);
  });
});
