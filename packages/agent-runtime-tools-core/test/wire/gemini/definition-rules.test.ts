import { describe, expect, it } from 'vitest';
import { checkGeminiDefinition } from '../../../src/wire/gemini/definition-rules.ts';

function problems(property: unknown, more: object = {}): string[] {
  return checkGeminiDefinition({
    name: 'a',
    description: 'A.',
    parameters: { type: 'OBJECT', properties: { it: property }, ...more },
  });
}

describe('checkGeminiDefinition', () => {
  it('accepts every field that the reference lists for a type', () => {
    const listed = [
      { type: 'STRING', description: 'A.', nullable: true, format: 'enum', enum: ['EAST', 'WEST'] },
      {
        type: 'STRING',
        minLength: '1',
        maxLength: 9,
        pattern: '^a',
        format: 'date-time',
        default: 'a',
        example: 'a',
        title: 'A',
      },
      { type: 'NUMBER', minimum: 0.5, maximum: 1, format: 'double' },
      { type: 'INTEGER', format: 'int64' },
      { type: 'BOOLEAN' },
      { type: 'NULL' },
      { type: 'ARRAY', items: { type: 'STRING' }, minItems: '0', maxItems: '2' },
      {
        type: 'OBJECT',
        properties: { a: { type: 'STRING' } },
        required: ['a'],
        propertyOrdering: ['a'],
        minProperties: '1',
        maxProperties: '2',
      },
      { type: 'OBJECT' },
      { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] },
    ];
    for (const schema of listed) expect(problems(schema), JSON.stringify(schema)).toEqual([]);
  });

  const values: Record<string, unknown> = {
    enum: ['a'],
    minLength: '1',
    maxLength: '1',
    pattern: '^a',
    minimum: 1,
    maximum: 1,
    minItems: '1',
    maxItems: '1',
    properties: { a: { type: 'STRING' } },
    required: [],
    propertyOrdering: ['a'],
    minProperties: '1',
    maxProperties: '1',
  };
  const fields: Record<string, readonly string[]> = {
    STRING: ['enum', 'minLength', 'maxLength', 'pattern'],
    NUMBER: ['minimum', 'maximum'],
    INTEGER: ['minimum', 'maximum'],
    BOOLEAN: [],
    NULL: [],
    OBJECT: ['properties', 'required', 'propertyOrdering', 'minProperties', 'maxProperties'],
    ARRAY: ['minItems', 'maxItems'],
  };
  for (const [type, own] of Object.entries(fields)) {
    it(`knows which fields belong to ${type}`, () => {
      const base = { type, ...(type === 'ARRAY' && { items: { type: 'STRING' } }) };
      const accepted = Object.keys(values).filter(
        (field) => problems({ ...base, [field]: values[field] }).length === 0,
      );
      expect(accepted).toEqual(own);
    });
  }

  it('accepts only the formats of each type', () => {
    const formats = ['enum', 'date-time', 'float', 'double', 'int32', 'int64', 'uri'];
    const acceptedBy = (type: string): string[] => formats.filter((format) => problems({ type, format }).length === 0);
    expect(acceptedBy('STRING')).toEqual(['enum', 'date-time']);
    expect(acceptedBy('NUMBER')).toEqual(['float', 'double']);
    expect(acceptedBy('INTEGER')).toEqual(['int32', 'int64']);
    expect(acceptedBy('BOOLEAN')).toEqual([]);
  });

  const refused: Record<string, unknown> = {
    'a type in small letters': { type: 'string' },
    'a list of types': { type: ['STRING', 'NULL'] },
    'no type': { description: 'A.' },
    additionalProperties: { type: 'OBJECT', additionalProperties: false },
    'a reference': { $ref: '#/$defs/a' },
    'a constant': { type: 'STRING', const: 'a' },
    oneOf: { oneOf: [{ type: 'STRING' }] },
    'words beside anyOf': { anyOf: [{ type: 'STRING' }], description: 'A.' },
    'an empty union': { anyOf: [] },
    'a union that is no list': { anyOf: { type: 'STRING' } },
    'a required name that comes twice': {
      type: 'OBJECT',
      properties: { a: { type: 'STRING' } },
      required: ['a', 'a'],
    },
    'a title that is no text': { type: 'STRING', title: 1 },
    'nullable as a word': { type: 'STRING', nullable: 'yes' },
    'a bound that is no number': { type: 'NUMBER', minimum: '1' },
    'a pattern with look-around': { type: 'STRING', pattern: '(?=a)' },
    'a type beside anyOf': { anyOf: [{ type: 'STRING' }], type: 'STRING' },
    'an enum of integers': { type: 'INTEGER', enum: ['1'] },
    'an enum with a number in it': { type: 'STRING', enum: [1] },
    'an enum with an empty string in it': { type: 'STRING', enum: ['a', ''] },
    'an empty enum': { type: 'STRING', enum: [] },
    'a format of strings that is not listed': { type: 'STRING', format: 'uri' },
    'a format of another type': { type: 'INTEGER', format: 'double' },
    'an array without items': { type: 'ARRAY' },
    'a required name without a property': { type: 'OBJECT', required: ['a'] },
    'an exclusive bound': { type: 'INTEGER', exclusiveMinimum: 1 },
    'a length that is no count': { type: 'STRING', minLength: -1 },
    'a fault deep inside': { type: 'ARRAY', items: { type: 'OBJECT', properties: { a: { anyOf: [{ type: 'x' }] } } } },
  };
  for (const [what, schema] of Object.entries(refused)) {
    it(`refuses ${what}`, () => {
      expect(problems(schema)).not.toEqual([]);
    });
  }

  it('requires an object with properties, or no parameters', () => {
    expect(
      checkGeminiDefinition({ name: 'a', description: 'A.', parameters: { type: 'OBJECT', properties: {} } }),
    ).toHaveLength(1);
    expect(checkGeminiDefinition({ name: 'a', description: 'A.', parameters: { type: 'STRING' } })).toHaveLength(1);
    expect(checkGeminiDefinition({ name: 'a', description: 'A.' })).toEqual([]);
  });

  it('checks the names of functions and parameters against the published patterns', () => {
    for (const name of ['1a', '-a', 'a b', '', 'x'.repeat(65)]) {
      expect(checkGeminiDefinition({ name, description: 'A.' }), name).toHaveLength(1);
    }
    expect(
      checkGeminiDefinition({
        name: 'a',
        description: 'A.',
        parameters: { type: 'OBJECT', properties: { 'a-b': { type: 'STRING' } } },
      }),
    ).toHaveLength(1);
  });
});
