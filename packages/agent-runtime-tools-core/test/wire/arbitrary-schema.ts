import fc from 'fast-check';
import { Type, type TSchema } from '../../src/type.ts';

/** A schema together with a value it accepts. */
export interface SchemaSample {
  readonly schema: TSchema;
  readonly value: unknown;
  /** The value with null for each absent optional property; undefined if there is none. */
  readonly explicit?: unknown;
}

const word = fc
  .stringMatching(/^[a-z_][a-zA-Z0-9_]{0,12}$/)
  .filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name));
const words = fc.record({ description: fc.lorem({ maxCount: 4 }), title: word }, { requiredKeys: [] });

const text: fc.Arbitrary<SchemaSample> = fc
  .record({ value: fc.string({ minLength: 2, maxLength: 8 }), words })
  .map(({ value, words: said }) => ({
    schema: Type.String({ ...said, minLength: 1, maxLength: 20 }),
    value,
  }));

const formatted: fc.Arbitrary<SchemaSample> = fc.constantFrom(
  { schema: Type.String({ format: 'uri' }), value: 'https://example.com/' },
  { schema: Type.String({ format: 'date-time', default: '2026-01-01T00:00:00Z' }), value: '2026-01-02T00:00:00Z' },
  { schema: Type.String({ pattern: '^[a-z]+$' }), value: 'abc' },
  { schema: Type.String({ pattern: '^(?!x)[a-z]+$' }), value: 'abc' },
);

const number: fc.Arbitrary<SchemaSample> = fc
  .record({ value: fc.integer({ min: 2, max: 98 }), words })
  .chain(({ value, words: said }) =>
    fc.constantFrom(
      { schema: Type.Integer({ ...said, minimum: 1, exclusiveMaximum: 100 }), value },
      { schema: Type.Number({ ...said, exclusiveMinimum: 1, maximum: 100, default: 5 }), value: value + 0.5 },
    ),
  );

const literal: fc.Arbitrary<SchemaSample> = fc.constantFrom<SchemaSample>(
  { schema: Type.Boolean(), value: true },
  { schema: Type.Literal('one'), value: 'one' },
  { schema: Type.Literal(7), value: 7 },
  { schema: Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Literal('')]), value: 'b' },
  { schema: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal('x')]), value: 2 },
  { schema: Type.Enum(['red', 'green']), value: 'green' },
  { schema: Type.Union([Type.String(), Type.Null()]), value: null },
  { schema: Type.Unsafe({ type: ['integer', 'null'], enum: [1, 2, null] }), value: 2 },
);

/** What strict modes can say. */
export const expressible = fc.letrec<{ sample: SchemaSample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'schema' },
    text,
    formatted,
    number,
    literal,
    arrayOf(tie('sample')),
    tupleOf(tie('sample')),
    unionOf(tie('sample')),
    objectOf(tie('sample')),
    intersectionOf(tie('sample')),
  ),
})).sample;

/** What they cannot. */
const free: fc.Arbitrary<SchemaSample> = fc.constantFrom<SchemaSample>(
  { schema: Type.Record(Type.String(), Type.Number()), value: { x: 1 } },
  { schema: Type.Object({ a: Type.String() }, { additionalProperties: true }), value: { a: '', b: 1 } },
  { schema: Type.Object({}, { additionalProperties: Type.String() }), value: { b: 'b' } },
  { schema: Type.Unknown(), value: [{}] },
  { schema: Type.Array(Type.Any()), value: [1, 'a', null] },
  { schema: Type.Unsafe({ type: 'object' }), value: { anything: true } },
);

export const anySample = fc.letrec<{ sample: SchemaSample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'any' },
    text,
    number,
    literal,
    free,
    arrayOf(tie('sample')),
    tupleOf(tie('sample')),
    unionOf(tie('sample')),
    objectOf(tie('sample')),
    recursiveOf(tie('sample')),
  ),
})).sample;

/** The parameters of a tool. */
export function parametersOf(sample: fc.Arbitrary<SchemaSample>): fc.Arbitrary<SchemaSample> {
  return objectOf(sample);
}

function arrayOf(item: fc.Arbitrary<SchemaSample>): fc.Arbitrary<SchemaSample> {
  return fc
    .record({ item, words, length: fc.integer({ min: 0, max: 2 }) })
    .map(({ item: { schema, value, explicit = value }, words: said, length }) => ({
      schema: Type.Array(schema, { ...said, minItems: 0, maxItems: 5 }),
      value: Array.from({ length }, () => value),
      explicit: Array.from({ length }, () => explicit),
    }));
}

function tupleOf(item: fc.Arbitrary<SchemaSample>): fc.Arbitrary<SchemaSample> {
  return fc.tuple(item, item).map((items) => ({
    schema: Type.Tuple(items.map(({ schema }) => schema)),
    value: items.map(({ value }) => value),
    explicit: items.map(({ value, explicit = value }) => explicit),
  }));
}

function unionOf(member: fc.Arbitrary<SchemaSample>): fc.Arbitrary<SchemaSample> {
  return fc
    .record({ members: fc.array(member, { minLength: 1, maxLength: 3 }), words })
    .map(({ members, words: said }) => ({
      schema: Type.Union(
        members.map(({ schema }) => schema),
        said,
      ),
      value: members[0]?.value,
      explicit: members[0]?.explicit ?? members[0]?.value,
    }));
}

interface Property {
  readonly name: string;
  readonly sample: SchemaSample;
  readonly isOptional: boolean;
  readonly isGiven: boolean;
}

function objectOf(property: fc.Arbitrary<SchemaSample>): fc.Arbitrary<SchemaSample> {
  const properties = fc.uniqueArray(
    fc.record({ name: word, sample: property, isOptional: fc.boolean(), isGiven: fc.boolean() }),
    { selector: ({ name }) => name, maxLength: 4 },
  );
  return fc.record({ properties, words, closed: fc.boolean() }).map(({ properties: list, words: said, closed }) => ({
    schema: Type.Object(
      Object.fromEntries(
        list.map(({ name, sample, isOptional }) => [name, isOptional ? Type.Optional(sample.schema) : sample.schema]),
      ),
      { ...said, 'x-private': true, ...(closed && { additionalProperties: false }) },
    ),
    value: Object.fromEntries(list.filter(isPresent).map(({ name, sample }) => [name, sample.value])),
    explicit: Object.fromEntries(list.map((entry) => [entry.name, isPresent(entry) ? explicitOf(entry.sample) : null])),
  }));
}

function isPresent({ isOptional, isGiven }: Property): boolean {
  return !isOptional || isGiven;
}

function explicitOf({ value, explicit = value }: SchemaSample): unknown {
  return explicit;
}

function intersectionOf(property: fc.Arbitrary<SchemaSample>): fc.Arbitrary<SchemaSample> {
  return fc.tuple(property, property).map(([left, right]) => ({
    schema: Type.Intersect([Type.Object({ left: left.schema }), Type.Object({ right: right.schema })]),
    value: { left: left.value, right: right.value },
    explicit: { left: explicitOf(left), right: explicitOf(right) },
  }));
}

function recursiveOf(property: fc.Arbitrary<SchemaSample>): fc.Arbitrary<SchemaSample> {
  return property.map(({ schema, value }) => ({
    schema: Type.Cyclic({ Node: Type.Object({ own: schema, next: Type.Optional(Type.Ref('Node')) }) }, 'Node'),
    value: { own: value, next: { own: value } },
  }));
}

/** Malformed schemas: keywords with wrong values, arbitrary references, several drafts mixed. */
export const wild = fc.letrec<{ schema: unknown; part: unknown; parts: unknown }>((tie) => {
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(
      fc.constantFrom('object', 'object', 'object', 'array', 'string', 'any', 'bigint', null),
      fc.uniqueArray(fc.constantFrom('object', 'string', 'integer', 'null', 'x')),
    ),
    properties: fc.oneof(
      fc.dictionary(fc.constantFrom('a', 'b', '$filter', 'x-name', 'enum'), tie('part'), { maxKeys: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('part'), { maxKeys: 3 }),
      fc.anything(),
    ),
    required: fc.oneof(fc.array(fc.constantFrom('a', 'b', 'zz', 3), { maxLength: 3 }), fc.boolean()),
    additionalProperties: tie('part'),
    patternProperties: fc.dictionary(fc.constantFrom('^a', '^.*$'), tie('part'), { maxKeys: 2 }),
    items: fc.oneof(tie('part'), tie('parts')),
    additionalItems: fc.oneof(fc.boolean(), tie('part')),
    prefixItems: tie('parts'),
    anyOf: tie('parts'),
    oneOf: tie('parts'),
    allOf: tie('parts'),
    not: tie('part'),
    if: tie('part'),
    enum: fc.oneof(fc.array(fc.constantFrom('a', '', 1, null, true, { a: 1 }), { maxLength: 4 }), fc.string()),
    const: fc.constantFrom('a', 1, null, { a: 1 }, undefined),
    $ref: fc.constantFrom(
      '#',
      '#/$defs/A',
      '#/definitions/B',
      'A',
      'https://example.com/x',
      '#/properties/a',
      '#/nowhere',
      '#mark',
      '#/%zz',
      5,
    ),
    $defs: fc.dictionary(fc.constantFrom('A', 'B', '__proto__'), tie('part'), { maxKeys: 2 }),
    definitions: fc.dictionary(fc.constantFrom('B', 'C'), tie('part'), { maxKeys: 2 }),
    $id: fc.constantFrom('A', 'https://example.com/root', '__proto__', 3),
    $anchor: fc.constantFrom('mark', 3),
    description: fc.oneof(fc.string(), fc.integer()),
    default: fc.anything(),
    format: fc.constantFrom('uri', 'date-time', 'int64', 4),
    pattern: fc.constantFrom('^a$', '(?=a)', '(', 4),
    minimum: fc.oneof(fc.integer(), fc.constantFrom(Number.NaN, Infinity, '1')),
    exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer()),
    minItems: fc.constantFrom(0, 1, 2, -1, 'x'),
    maxItems: fc.constantFrom(0, 3, 1.5),
    minLength: fc.constantFrom(0, 3, -1),
    nullable: fc.boolean(),
    dependencies: fc.dictionary(
      fc.constantFrom('a', 'b'),
      fc.oneof(fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }), tie('part')),
      { maxKeys: 2 },
    ),
    'x-private': fc.anything(),
    '~kind': fc.string(),
  };
  const entries = Object.entries(keywords).map(([keyword, value]) =>
    value.map((chosen): [string, unknown] => [keyword, chosen]),
  );
  return {
    schema: fc.array(fc.oneof(...entries), { minLength: 1, maxLength: 6 }).map((chosen) => Object.fromEntries(chosen)),
    part: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'wild' },
      fc.constantFrom<unknown>(true, false, {}, null, 'x'),
      tie('schema'),
      tie('schema'),
    ),
    parts: fc.array(tie('part'), { maxLength: 3 }),
  };
}).schema;
