import { describe, expect, it } from 'vitest';
import { Type } from '../../../src/type.ts';
import { toToolDefinitions, type GeminiSchema } from '../../../src/wire/tool-definitions.ts';
import { foreignSchemas } from '../foreign-schemas.ts';
import { toolOf } from '../tool-of.ts';

function parameters(schema: unknown): GeminiSchema | undefined {
  return toToolDefinitions([toolOf(schema)], { format: 'gemini' })[0]?.parameters;
}

function property(schema: unknown): GeminiSchema | undefined {
  return parameters({ type: 'object', properties: { it: schema } })?.properties?.['it'];
}

describe('the gemini format', () => {
  it('writes the types in capitals and counts as decimal strings', () => {
    const schema = Type.Object(
      { path: Type.String({ minLength: 1 }), tags: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })) },
      { additionalProperties: false },
    );
    expect(parameters(schema)).toEqual({
      type: 'OBJECT',
      properties: {
        path: { type: 'STRING', minLength: '1' },
        tags: { type: 'ARRAY', items: { type: 'STRING' }, maxItems: '3' },
      },
      required: ['path'],
    });
  });

  it('omits empty parameters', () => {
    expect(toToolDefinitions([toolOf(Type.Object({}))], { format: 'gemini' })).toEqual([
      { name: 'a_tool', description: 'Does something.' },
    ]);
  });

  it('makes a union with null nullable', () => {
    expect(property(Type.Union([Type.String(), Type.Null()]))).toEqual({ type: 'STRING', nullable: true });
    expect(property({ type: ['integer', 'null'], description: 'How many.' })).toEqual({
      type: 'INTEGER',
      nullable: true,
      description: 'How many.',
    });
  });

  it('writes nothing beside anyOf and puts the description into the first member', () => {
    expect(
      property(
        Type.Union([Type.String(), Type.Integer({ description: 'A line.' })], { description: 'Where.', default: 1 }),
      ),
    ).toEqual({
      anyOf: [
        { type: 'STRING', description: 'Where. (default: 1)' },
        { type: 'INTEGER', description: 'A line.' },
      ],
    });
  });

  it('lists strings except the empty one', () => {
    expect(property(Type.Union([Type.Literal(''), Type.Literal('a'), Type.Literal('b')]))).toEqual({
      type: 'STRING',
      format: 'enum',
      enum: ['a', 'b'],
      description: '(one of: ["","a","b"])',
    });
    expect(property({ const: 'only' })).toEqual({ type: 'STRING', format: 'enum', enum: ['only'] });
  });

  it('gives listed numbers as a range', () => {
    expect(property({ type: 'integer', enum: [4, 8, 6] })).toEqual({
      type: 'INTEGER',
      minimum: 4,
      maximum: 8,
      description: '(one of: [4,8,6])',
    });
    expect(property({ const: 1.5 })).toMatchObject({ type: 'NUMBER', minimum: 1.5, maximum: 1.5 });
  });

  it('writes exclusive bounds of integers as inclusive ones, and others in the description', () => {
    expect(property(Type.Integer({ exclusiveMinimum: 0, exclusiveMaximum: 10 }))).toEqual({
      type: 'INTEGER',
      minimum: 1,
      maximum: 9,
    });
    expect(property(Type.Number({ exclusiveMinimum: 0 }))).toEqual({
      type: 'NUMBER',
      description: '(exclusiveMinimum: 0)',
    });
  });

  it('keeps only the string format date-time', () => {
    expect(property(Type.String({ format: 'date-time' }))).toEqual({ type: 'STRING', format: 'date-time' });
    expect(property(Type.String({ format: 'uri' }))).toEqual({ type: 'STRING', description: '(format: "uri")' });
  });

  it('inlines references and cuts recursion after two rounds', () => {
    const Tree = Type.Cyclic({ Node: Type.Object({ kids: Type.Array(Type.Ref('Node')) }) }, 'Node');
    const kids = (items: GeminiSchema): GeminiSchema => ({
      type: 'OBJECT',
      properties: { kids: { type: 'ARRAY', items } },
      required: ['kids'],
    });
    expect(property(Tree)).toEqual(kids(kids({ type: 'OBJECT', description: '(of a shape shown before)' })));
  });

  it('describes the keys and values of a map in the description', () => {
    expect(property(Type.Record(Type.String(), Type.Integer()))).toEqual({
      type: 'OBJECT',
      description: '(any keys; each value: {"type":"integer"})',
    });
  });

  it('writes a value of any type as a union of types', () => {
    expect(property(Type.Unknown({ description: 'The body.' }))?.anyOf?.map(({ type }) => type)).toEqual([
      'STRING',
      'NUMBER',
      'BOOLEAN',
      'OBJECT',
      'ARRAY',
    ]);
    expect(property({ type: 'array' })?.items?.anyOf).toHaveLength(5);
  });

  it('requires only defined properties', () => {
    expect(
      parameters({ type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] })?.required,
    ).toEqual(['a']);
  });

  it('describes parameters with unacceptable names', () => {
    expect(parameters(foreignSchemas['parameter names with signs in them'])).toEqual({
      type: 'OBJECT',
      properties: { q: { type: 'STRING' } },
      required: ['q'],
      description: 'Further parameters: "$filter" (string, required): An OData filter; "per-page" (integer).',
    });
  });
});
