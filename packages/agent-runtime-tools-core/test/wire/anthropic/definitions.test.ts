import { describe, expect, it } from 'vitest';
import { Type, type TSchema } from '../../../src/type.ts';
import { checkAnthropicStrictLimits } from '../../../src/wire/anthropic/strict-limits.ts';
import { toToolDefinitions, type AnthropicToolDefinition } from '../../../src/wire/tool-definitions.ts';
import { foreignSchemas } from '../foreign-schemas.ts';
import { toolOf } from '../tool-of.ts';

function definitionOf(schema: unknown, strict = false): AnthropicToolDefinition | undefined {
  return toToolDefinitions([toolOf(schema)], { format: 'anthropic', strict })[0];
}

describe('the anthropic format', () => {
  it('writes tuples as in 2020-12', () => {
    expect(definitionOf(Type.Object({ pair: Type.Tuple([Type.String(), Type.Number()]) }))).toEqual({
      name: 'a_tool',
      description: 'Does something.',
      input_schema: {
        type: 'object',
        required: ['pair'],
        properties: {
          pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 2, maxItems: 2 },
        },
      },
    });
  });

  it('describes parameters with unacceptable names and leaves the object open for them', () => {
    expect(definitionOf(foreignSchemas['parameter names with signs in them'])?.input_schema).toEqual({
      type: 'object',
      properties: { 'per-page': { type: 'integer' }, q: { type: 'string' } },
      required: ['q'],
      description: 'Further parameters: "$filter" (string, required): An OData filter.',
    });
  });

  it('has no union at the root', () => {
    const { input_schema: schema } =
      definitionOf(foreignSchemas['a union at the root, told apart by a constant']) ?? {};
    expect(schema).toMatchObject({ type: 'object', required: ['kind'], description: 'Give one of: path; url.' });
    expect(schema).not.toHaveProperty('oneOf');
  });
});

describe('the anthropic format in strict mode', () => {
  it('closes objects and leaves optional parameters optional', () => {
    const schema = Type.Object({
      path: Type.String({ minLength: 1 }),
      limit: Type.Optional(Type.Integer({ minimum: 1 })),
      tags: Type.Array(Type.String(), { minItems: 1 }),
    });
    expect(definitionOf(schema, true)).toEqual({
      name: 'a_tool',
      description: 'Does something.',
      input_schema: {
        type: 'object',
        properties: {
          path: { type: 'string', description: '(minLength: 1)' },
          limit: { type: 'integer', description: '(minimum: 1)' },
          tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
        },
        required: ['path', 'tags'],
        additionalProperties: false,
      },
      strict: true,
    });
  });

  it('is not used for a recursive schema', () => {
    expect(
      definitionOf(Type.Cyclic({ Node: Type.Object({ next: Type.Optional(Type.Ref('Node')) }) }, 'Node'), true)?.strict,
    ).toBe(false);
  });

  it('is not used for a parameter with an unacceptable name', () => {
    expect(definitionOf(foreignSchemas['parameter names with signs in them'], true)?.strict).toBe(false);
  });

  it('is used for the first twenty tools', () => {
    const strict = strictTools(Array.from({ length: 22 }, () => Type.Object({ a: Type.String() })));
    expect(strict.filter(Boolean)).toHaveLength(20);
    expect(strict.slice(20)).toEqual([false, false]);
  });

  it('skips a tool that would exceed the shared limits', () => {
    const many = (count: number): TSchema =>
      Type.Object(
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, Type.Optional(Type.String())])),
      );
    expect(strictTools([many(20), many(5), many(4), many(1)])).toEqual([true, false, true, false]);
  });

  it('counts unions too', () => {
    const unions = (count: number): TSchema =>
      Type.Object(
        Object.fromEntries(
          Array.from({ length: count }, (_, index) => [`p${index}`, Type.Union([Type.String(), Type.Null()])]),
        ),
      );
    expect(strictTools([unions(10), unions(7), unions(6)])).toEqual([true, false, true]);
  });

  function strictTools(schemas: readonly TSchema[]): (boolean | undefined)[] {
    const definitions = toToolDefinitions(
      schemas.map((schema, index) => toolOf(schema, { name: `tool_${index}` })),
      { format: 'anthropic', strict: true },
    );
    expect(checkAnthropicStrictLimits(definitions)).toEqual([]);
    return definitions.map(({ strict }) => strict);
  }
});
