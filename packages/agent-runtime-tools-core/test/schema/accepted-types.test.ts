import { describe, expect, it } from 'vitest';
import { acceptedTypes } from '../../src/schema/accepted-types.ts';
import { jsonTypeOf } from '../../src/schema/json-type.ts';
import type { SchemaNode } from '../../src/schema/schema-node.ts';

const ROOT = {
  $defs: {
    text: { type: 'string' },
    loop: { $ref: '#/$defs/loop' },
    'a/b': { type: 'null' },
    'c d': { type: 'array' },
  },
};

describe('acceptedTypes', () => {
  it.each<[schema: SchemaNode, types: readonly string[]]>([
    [{ type: 'string' }, ['string']],
    [{ type: ['string', 'null'] }, ['string', 'null']],
    [{ type: ['string', 'text'] }, ['string']],
    [{ type: 'string', const: 1 }, ['string']],
    [{ const: 1 }, ['integer']],
    [{ const: null }, ['null']],
    [{ enum: ['a', 1.5, true] }, ['string', 'number', 'boolean']],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, ['string', 'integer']],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, ['string', 'integer']],
    [{ anyOf: [{ type: 'string' }, { oneOf: [{ type: 'null' }] }] }, ['string', 'null']],
    [{ $ref: '#/$defs/text' }, ['string']],
    [{ $ref: '#/$defs/a~1b' }, ['null']],
    [{ $ref: '#/$defs/c%20d' }, ['array']],
  ])('of %j lists its types', (schema, types) => {
    expect([...acceptedTypes(schema, ROOT)]).toEqual(types);
  });

  it.each<SchemaNode>([
    {},
    { type: 'text' },
    { anyOf: [{ type: 'string' }, {}] },
    { anyOf: [{}, { type: 'string' }] },
    { anyOf: [true, { type: 'string' }] },
    { anyOf: 'string' },
    { $ref: '#/$defs/missing' },
    { $ref: 'https://example.com/#/$defs/text' },
    { $ref: '#/$defs/loop' },
    { $ref: '#/$defs/%' },
  ])('of %j is empty, which means any type', (schema) => {
    expect([...acceptedTypes(schema, ROOT)]).toEqual([]);
  });
});

it.each([
  [null, 'null'],
  [[], 'array'],
  [true, 'boolean'],
  [1, 'integer'],
  [1.5, 'number'],
  ['', 'string'],
  [{}, 'object'],
])('the type of %j is %s', (value, type) => {
  expect(jsonTypeOf(value)).toBe(type);
});
