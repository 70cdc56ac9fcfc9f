import { describe, expect, expectTypeOf, it } from 'vitest';
import { Type } from '../../src/type.ts';
import { checkDefinition } from '../../src/wire/check-definition.ts';
import {
  toToolDefinitions,
  type AnthropicToolDefinition,
  type GeminiToolDefinition,
  type OpenAiToolDefinition,
  type ToolDefinition,
  type ToolDefinitionFormat,
} from '../../src/wire/tool-definitions.ts';
import { foreignSchemas } from './foreign-schemas.ts';
import { toolOf } from './tool-of.ts';

const FORMATS: readonly ToolDefinitionFormat[] = [
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
  'mcp',
  'json-schema',
];

const readFile = toolOf(
  Type.Object({
    path: Type.String({ description: 'The file.' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, default: 100 })),
  }),
  { name: 'read_file', output: Type.Object({ content: Type.String() }) },
);

describe('toToolDefinitions', () => {
  it('types the definitions by their format', () => {
    expectTypeOf(toToolDefinitions([readFile], { format: 'openai' })).toEqualTypeOf<OpenAiToolDefinition[]>();
    expectTypeOf(toToolDefinitions([readFile], { format: 'anthropic', strict: true })).toEqualTypeOf<
      AnthropicToolDefinition[]
    >();
    expectTypeOf(toToolDefinitions([readFile], { format: 'gemini' })).toEqualTypeOf<GeminiToolDefinition[]>();
    const anyFormat = (format: ToolDefinitionFormat) => toToolDefinitions([readFile], { format });
    expectTypeOf(anyFormat('mcp')).toEqualTypeOf<ToolDefinition[]>();
  });

  it('keeps the order of the tools', () => {
    const tools = ['b', 'a', 'c'].map((name) => toolOf(Type.Object({}), { name }));
    for (const format of FORMATS) {
      const names = toToolDefinitions(tools, { format }).map((definition) =>
        'function' in definition ? definition.function.name : definition.name,
      );
      expect(names).toEqual(['b', 'a', 'c']);
    }
  });

  it('refuses a format that does not exist', () => {
    const format = 'toString' as ToolDefinitionFormat;
    expect(() => toToolDefinitions([], { format })).toThrow('There is no format "toString". Use one of: openai');
  });

  it('writes the json-schema format with version and output', () => {
    expect(toToolDefinitions([readFile], { format: 'json-schema' })).toEqual([
      {
        name: 'read_file',
        description: 'Does something.',
        version: '1.0.0',
        parameters: {
          type: 'object',
          required: ['path'],
          properties: {
            path: { type: 'string', description: 'The file.' },
            limit: { type: 'integer', minimum: 1, default: 100 },
          },
        },
        output: { type: 'object', required: ['content'], properties: { content: { type: 'string' } } },
      },
    ]);
  });

  for (const [kind, schema] of Object.entries(foreignSchemas)) {
    it(`writes definitions that every provider takes (${kind})`, () => {
      for (const format of FORMATS) {
        for (const strict of [false, true]) {
          const [definition] = toToolDefinitions([toolOf(schema)], { format, strict });
          expect(checkDefinition(format, definition, { strict }), `${format} ${JSON.stringify(definition)}`).toEqual(
            [],
          );
        }
      }
    });
  }

  it('terminates for schemas that multiply themselves', () => {
    const name = (level: number): string => `#/$defs/d${level}`;
    const level = (at: number): object => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 8 }, (_, index) => [`p${index}`, { $ref: name(at + 1), description: 'One more.' }]),
      ),
      anyOf: [{ $ref: name(at + 1) }, { $ref: name(at + 1) }],
      allOf: [{ $ref: name(at + 1) }, { $ref: name(at + 1) }],
    });
    const $defs = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`d${at}`, level(at)]));
    for (const format of FORMATS) {
      const [definition] = toToolDefinitions([toolOf({ ...level(-1), $defs })], { format, strict: true });
      expect(JSON.stringify(definition).length).toBeLessThan(2_000_000);
    }
  });

  it('terminates for an object that contains itself', () => {
    const node: { type: string; properties: Record<string, unknown> } = { type: 'object', properties: {} };
    node.properties['self'] = node;
    for (const format of FORMATS) {
      const [definition] = toToolDefinitions([toolOf(node)], { format });
      expect(checkDefinition(format, definition)).toEqual([]);
    }
  });
});
