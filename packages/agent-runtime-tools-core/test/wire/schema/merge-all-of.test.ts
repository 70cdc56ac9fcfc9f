import { describe, expect, it } from 'vitest';
import { mergeAllOf } from '../../../src/wire/schema/merge-all-of.ts';
import type { WireSchema } from '../../../src/wire/schema/wire-schema.ts';

function merged(...parts: WireSchema[]): WireSchema {
  return mergeAllOf({ allOf: parts }, {}, { left: 10 });
}

describe('parts of allOf', () => {
  it.each<[a: WireSchema, b: WireSchema, both: WireSchema]>([
    [{ type: 'string' }, { minLength: 1 }, { type: 'string', minLength: 1 }],
    [{ enum: [1, 2] }, { enum: [2, 3] }, { enum: [2] }],
    [{ enum: [1] }, { enum: [2] }, { enum: [1] }],
    [{ enum: [1] }, {}, { enum: [1] }],
    [{}, { enum: [1] }, { enum: [1] }],
    [{ enum: [{ a: 1, b: 2 }] }, { enum: [{ b: 2, a: 1 }] }, { enum: [{ a: 1, b: 2 }] }],
    [{ required: ['a', 'b'] }, { required: ['b', 'c'] }, { required: ['a', 'b', 'c'] }],
    [{ required: ['a'] }, {}, { required: ['a'] }],
    [{ type: ['string', 'null'] }, { type: 'string' }, { type: 'string' }],
    [{ type: ['string', 'null', 'array'] }, { type: ['null', 'string'] }, { type: ['string', 'null'] }],
    [{ type: 'number' }, { type: 'integer' }, { type: 'integer' }],
    [{ type: 'integer' }, { type: 'number' }, { type: 'integer' }],
    [{ type: 'string' }, { type: 'number' }, { type: 'string' }],
    [{ additionalProperties: { type: 'string' } }, { additionalProperties: false }, { additionalProperties: false }],
    [{ additionalProperties: false }, { additionalProperties: {} }, { additionalProperties: false }],
    [{ description: 'A.' }, { description: 'B.' }, { description: 'A.' }],
    [{ properties: { a: { type: 'string' } } }, {}, { properties: { a: { type: 'string' } } }],
    [
      { properties: { a: { type: 'string' }, b: { minLength: 1 } } },
      { properties: { a: { type: 'string' }, b: { maxLength: 2 }, c: {} } },
      { properties: { a: { type: 'string' }, b: { allOf: [{ minLength: 1 }, { maxLength: 2 }] }, c: {} } },
    ],
  ])('%j and %j are merged to %j', (a, b, both) => {
    expect(merged(a, b)).toEqual(both);
  });

  it.each(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])(
    'have the larger %s',
    (keyword) => {
      expect(merged({ [keyword]: 1 }, { [keyword]: 2 })).toEqual({ [keyword]: 2 });
      expect(merged({ [keyword]: 2 }, { [keyword]: 1 })).toEqual({ [keyword]: 2 });
      expect(merged({}, { [keyword]: 1 })).toEqual({ [keyword]: 1 });
    },
  );

  it.each(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])(
    'have the smaller %s',
    (keyword) => {
      expect(merged({ [keyword]: 1 }, { [keyword]: 2 })).toEqual({ [keyword]: 1 });
      expect(merged({ [keyword]: 2 }, { [keyword]: 1 })).toEqual({ [keyword]: 1 });
      expect(merged({ [keyword]: 1 }, {})).toEqual({ [keyword]: 1 });
    },
  );

  it('are merged with the keywords beside them, through references and nested allOf', () => {
    const root: WireSchema = { $defs: { short: { maxLength: 5 } } };
    const schema: WireSchema = {
      type: 'string',
      allOf: [{ $ref: '#/$defs/short' }, { allOf: [{ minLength: 1 }, { maxLength: 3 }] }],
    };
    expect(mergeAllOf(schema, root, { left: 10 })).toEqual({ type: 'string', minLength: 1, maxLength: 3 });
    const plain: WireSchema = { type: 'string' };
    expect(mergeAllOf(plain, root, { left: 0 })).toBe(plain);
  });

  it('are ignored beyond the budget', () => {
    const allOf = [{ minLength: 1 }, { maxLength: 2 }, { pattern: 'a' }];
    const budget = { left: 2 };
    expect(mergeAllOf({ allOf }, {}, budget)).toEqual({ minLength: 1, maxLength: 2 });
    expect(budget.left).toBeLessThan(0);
    const enough = { left: 3 };
    expect(mergeAllOf({ allOf }, {}, enough)).toEqual({ minLength: 1, maxLength: 2, pattern: 'a' });
    expect(enough.left).toBe(0);
  });
});
