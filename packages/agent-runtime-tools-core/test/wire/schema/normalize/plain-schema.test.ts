import { describe, expect, it } from 'vitest';
import { Type } from '../../../../src/type.ts';
import { plainSchema } from '../../../../src/wire/schema/normalize/plain-schema.ts';

describe('plainSchema', () => {
  it('drops symbols of TypeBox and private annotations, but no property of that name', () => {
    const schema = Type.Object(
      { 'x-name': Type.Optional(Type.String({ 'x-secret': 1 })), '~kind': Type.Number() },
      { 'x-hint': true, $comment: 'Mine.' },
    );
    const plain = plainSchema(schema);
    expect(plain).toEqual({
      type: 'object',
      required: ['~kind'],
      properties: { 'x-name': { type: 'string' }, '~kind': { type: 'number' } },
    });
    expect(Object.getOwnPropertyNames(plain)).toEqual(Object.keys(plain));
  });

  it('keeps values that look like private annotations', () => {
    expect(plainSchema({ default: { 'x-a': 1 }, enum: [{ '~b': 2 }] })).toEqual({
      default: { 'x-a': 1 },
      enum: [{ '~b': 2 }],
    });
  });

  it('returns a copy', () => {
    const values = [{ a: 1 }];
    const plain = plainSchema({ enum: values });
    expect(plain.enum).toEqual(values);
    expect(plain.enum?.[0]).not.toBe(values[0]);
  });

  it('writes tuples of earlier drafts as prefixItems bounded by maxItems', () => {
    expect(plainSchema({ type: 'array', items: [{ type: 'string' }], additionalItems: false })).toEqual({
      type: 'array',
      prefixItems: [{ type: 'string' }],
      maxItems: 1,
    });
    expect(plainSchema({ items: [{ type: 'string' }], additionalItems: { type: 'number' } })).toEqual({
      prefixItems: [{ type: 'string' }],
      items: { type: 'number' },
    });
    expect(plainSchema({ prefixItems: [{}, {}], items: false, maxItems: 1 })).toEqual({
      prefixItems: [{}, {}],
      maxItems: 1,
    });
  });

  it('rewrites bounds of draft 4, dependencies of draft 7 and nullable of OpenAPI in 2020-12', () => {
    expect(
      plainSchema({ type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }),
    ).toEqual({ type: 'integer', exclusiveMinimum: 0, maximum: 9 });
    expect(plainSchema({ dependencies: { a: ['b'], c: { required: ['d'] } } })).toEqual({
      dependentRequired: { a: ['b'] },
      dependentSchemas: { c: { required: ['d'] } },
    });
    expect(plainSchema({ type: 'string', enum: ['a'], nullable: true })).toEqual({
      type: ['string', 'null'],
      enum: ['a', null],
    });
  });

  it('drops malformed keywords', () => {
    expect(
      plainSchema({
        type: 'any',
        required: true,
        properties: null,
        enum: [],
        minLength: -1,
        minimum: '1',
        pattern: 1,
        anyOf: {},
      }),
    ).toEqual({});
    expect(plainSchema({ type: ['string', 'undefined'], required: ['a', 2, 'a'] })).toEqual({
      type: 'string',
      required: ['a'],
    });
  });

  it('returns a schema for any value', () => {
    for (const nothing of [undefined, null, 'x', 1, [], true, Type.Unknown()]) expect(plainSchema(nothing)).toEqual({});
    expect(plainSchema(false)).toEqual({ not: {} });
  });

  it('does not change a prototype for any property name', () => {
    const plain = plainSchema(
      JSON.parse(
        '{"properties":{"__proto__":{"type":"string"}},"__proto__":{"type":"object"},"$defs":{"__proto__":{}}}',
      ),
    );
    expect(plain).toEqual({ properties: {} });
    expect(Object.getPrototypeOf(plain.properties)).toBe(Object.prototype);
  });
});

describe('plainSchema with references', () => {
  it('collects definitions at the root, for every kind of reference', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { $ref: '#/definitions/A' },
        b: { $ref: 'https://example.com/b' },
        c: { $ref: '#mark' },
        d: { $ref: '#/properties/a' },
        e: { $ref: '#' },
        f: { $defs: { B: { $id: 'https://example.com/b', type: 'number' }, C: { $anchor: 'mark', type: 'boolean' } } },
      },
      definitions: { A: { type: 'string' }, unused: {} },
    };
    expect(plainSchema(schema)).toEqual({
      type: 'object',
      properties: {
        a: { $ref: '#/$defs/A' },
        b: { $ref: '#/$defs/b' },
        c: { $ref: '#/$defs/mark' },
        d: { $ref: '#/$defs/a' },
        e: { $ref: '#' },
        f: {},
      },
      $defs: { A: { type: 'string' }, b: { type: 'number' }, mark: { type: 'boolean' }, a: { $ref: '#/$defs/A' } },
    });
  });

  it('replaces a reference at the root with its target', () => {
    const Tree = Type.Cyclic({ Node: Type.Object({ next: Type.Optional(Type.Ref('Node')) }) }, 'Node');
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } };
    expect(plainSchema(Tree)).toEqual({ ...node, $defs: { Node: node } });
  });

  it('keeps apart two definitions of the same name', () => {
    const list = Type.Cyclic({ Node: Type.Object({ list: Type.Optional(Type.Ref('Node')) }) }, 'Node');
    const tree = Type.Cyclic({ Node: Type.Object({ tree: Type.Optional(Type.Ref('Node')) }) }, 'Node');
    expect(plainSchema(Type.Object({ list, tree }))).toMatchObject({
      properties: { list: { $ref: '#/$defs/Node' }, tree: { $ref: '#/$defs/Node_2' } },
      $defs: {
        Node: { properties: { list: { $ref: '#/$defs/Node' } } },
        Node_2: { properties: { tree: { $ref: '#/$defs/Node_2' } } },
      },
    });
  });

  it('drops references that lead nowhere or in a circle', () => {
    expect(
      plainSchema({ properties: { a: { $ref: '#/nowhere', description: 'A.' }, b: { $ref: 'other.json' } } }),
    ).toEqual({
      properties: { a: { description: 'A.' }, b: {} },
    });
    expect(plainSchema({ $ref: '#' })).toEqual({});
    expect(plainSchema({ $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } } })).toEqual(
      {},
    );
  });

  it('does not follow a reference into values', () => {
    expect(plainSchema({ default: { type: 5 }, properties: { a: { $ref: '#/default' } } })).toEqual({
      default: { type: 5 },
      properties: { a: {} },
    });
  });
});
