import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDefinition } from '../../src/wire/check-definition.ts';
import { toToolDefinitions, type GeminiSchema, type ToolDefinitionFormat } from '../../src/wire/tool-definitions.ts';
import { anySample, expressible, parametersOf, wild } from './arbitrary-schema.ts';
import { toolOf } from './tool-of.ts';

const FORMATS: readonly ToolDefinitionFormat[] = [
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
  'mcp',
  'json-schema',
];

/** What is wrong with any definition of a schema, in any format. */
function problemsOf(schema: unknown): string[] {
  return FORMATS.flatMap((format) =>
    [false, true].flatMap((strict) =>
      toToolDefinitions([toolOf(schema, { output: schema as never })], { format, strict }).flatMap((definition) =>
        checkDefinition(format, definition, { strict }).map(
          (problem) => `${format}${strict ? ' strict' : ''}: ${problem}`,
        ),
      ),
    ),
  );
}

describe('definitions of any tool', () => {
  it('follow the rules of every provider, for schemas made with Type', () => {
    fc.assert(
      fc.property(parametersOf(anySample), ({ schema }) => {
        expect(problemsOf(schema)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('follow the rules of every provider, for malformed schemas', () => {
    fc.assert(
      fc.property(wild, (schema) => {
        expect(problemsOf(schema)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('do not change the schema of the tool', () => {
    fc.assert(
      fc.property(wild, (schema) => {
        const before = JSON.stringify(schema);
        problemsOf(freeze(schema));
        expect(JSON.stringify(schema)).toBe(before);
      }),
      { numRuns: 200 },
    );
  });

  it('are valid against the meta-schema of JSON Schema 2020-12', () => {
    fc.assert(
      fc.property(wild, (schema) => {
        for (const definition of toToolDefinitions([toolOf(schema)], { format: 'json-schema' })) {
          expect([ajv.validateSchema(definition.parameters), ajv.errors]).toEqual([true, null]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are strict for every schema that strict mode can express', () => {
    fc.assert(
      fc.property(parametersOf(expressible), ({ schema }) => {
        const [openai] = toToolDefinitions([toolOf(schema)], { format: 'openai-responses', strict: true });
        expect(openai?.strict).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('accept everything that the schema accepts', () => {
    fc.assert(
      fc.property(parametersOf(anySample), ({ schema, value }) => {
        const [openai] = toToolDefinitions([toolOf(schema)], { format: 'openai' });
        const [anthropic] = toToolDefinitions([toolOf(schema)], { format: 'anthropic' });
        const [gemini] = toToolDefinitions([toolOf(schema)], { format: 'gemini' });
        const [mcp] = toToolDefinitions([toolOf(schema)], { format: 'mcp' });
        expect(faults(openai?.function.parameters, value)).toEqual([]);
        expect(faults(anthropic?.input_schema, value)).toEqual([]);
        expect(faults(mcp?.inputSchema, value)).toEqual([]);
        expect(faults(gemini?.parameters && fromGemini(gemini.parameters), value)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('accept in strict mode everything that the schema accepts, with null for absent parameters where OpenAI requires it', () => {
    fc.assert(
      fc.property(parametersOf(expressible), ({ schema, value, explicit = value }) => {
        const [openai] = toToolDefinitions([toolOf(schema)], { format: 'openai', strict: true });
        const [anthropic] = toToolDefinitions([toolOf(schema)], { format: 'anthropic', strict: true });
        expect(faults(openai?.function.parameters, explicit)).toEqual([]);
        expect(faults(anthropic?.input_schema, value)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });

function faults(schema: object | undefined, value: unknown): unknown[] {
  if (schema === undefined) return [];
  const validate = ajv.compile(schema);
  return validate(value) ? [] : [JSON.stringify(schema), JSON.stringify(value), validate.errors];
}

/** Gemini's schema in the words of JSON Schema, to check values with. */
function fromGemini({
  type,
  nullable,
  anyOf,
  items,
  properties,
  required,
  enum: values,
  ...rest
}: GeminiSchema): object {
  const bounds = Object.entries(rest).map(([name, value]) => [
    name,
    /^m(in|ax)[A-Z]/.test(name) ? Number(value) : value,
  ]);
  const schema = {
    ...Object.fromEntries(bounds),
    ...(type && { type: type.toLowerCase() }),
    ...(values && { enum: values }),
    ...(anyOf && { anyOf: anyOf.map(fromGemini) }),
    ...(items && { items: fromGemini(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, fromGemini(child)])),
    }),
    ...(required && { required }),
  };
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function freeze(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    Object.values(Object.freeze(value)).forEach(freeze);
  }
  return value;
}
