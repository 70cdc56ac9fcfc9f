import { describe, expect, it } from 'vitest';
import { checkDefinition } from '../../src/wire/check-definition.ts';
import type { ToolDefinitionFormat } from '../../src/wire/tool-definitions.ts';

describe('checkDefinition', () => {
  it('finds nothing wrong with a good definition of each format', () => {
    const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
    const strict = { ...schema, additionalProperties: false };
    const good: [ToolDefinitionFormat, unknown][] = [
      ['openai', { type: 'function', function: { name: 'a', description: 'A.', parameters: schema } }],
      ['openai', { type: 'function', function: { name: 'a', description: 'A.', parameters: strict, strict: true } }],
      ['openai-responses', { type: 'function', name: 'a', description: 'A.', parameters: strict, strict: true }],
      ['anthropic', { name: 'a', description: 'A.', input_schema: schema }],
      ['anthropic', { name: 'a', description: 'A.', input_schema: strict, strict: true }],
      [
        'gemini',
        {
          name: 'a',
          description: 'A.',
          parameters: { type: 'OBJECT', properties: { path: { type: 'STRING' } }, required: ['path'] },
        },
      ],
      ['gemini', { name: 'a', description: 'A.' }],
      [
        'mcp',
        {
          name: 'a',
          title: 'A',
          description: 'A.',
          inputSchema: schema,
          outputSchema: schema,
          annotations: { readOnlyHint: true },
        },
      ],
      ['json-schema', { name: 'a', description: 'A.', version: '1.0.0', parameters: schema }],
    ];
    for (const [format, definition] of good) expect(checkDefinition(format, definition), format).toEqual([]);
  });

  it('requires a definition for strict mode to state whether it is strict', () => {
    const definition = { name: 'a', description: 'A.', input_schema: { type: 'object' } };
    expect(checkDefinition('anthropic', definition)).toEqual([]);
    expect(checkDefinition('anthropic', definition, { strict: true })).toEqual(['does not say whether it is strict']);
    expect(checkDefinition('anthropic', { ...definition, strict: false }, { strict: true })).toEqual([]);
    expect(checkDefinition('mcp', { name: 'a', inputSchema: { type: 'object' } }, { strict: true })).toEqual([]);
  });

  it('finds what JSON cannot represent', () => {
    const parameters = { type: 'object', properties: {} };
    const base = { name: 'a', description: 'A.', version: '1.0.0' };
    const bad: unknown[] = [
      { ...base, parameters, output: undefined },
      { ...base, parameters: { ...parameters, minimum: Number.NaN } },
      { ...base, parameters: { ...parameters, [Symbol('kind')]: 'Object' } },
      { ...base, parameters: Object.defineProperty({ ...parameters }, '~kind', { value: 'Object' }) },
      { ...base, parameters: { ...parameters, default: new Date(0) } },
      { ...base, parameters: { ...parameters, default: () => 1 } },
    ];
    for (const definition of bad) expect(checkDefinition('json-schema', definition)).toHaveLength(1);
  });

  it('finds problems in values that are not definitions', () => {
    for (const format of ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'json-schema'] as const) {
      for (const nothing of [null, 'a', [], {}]) expect(checkDefinition(format, nothing), format).not.toEqual([]);
    }
  });
});
