import { describe, expect, it } from 'vitest';
import { checkOpenAiDefinition, checkOpenAiResponsesDefinition } from '../../../src/wire/openai/definition-rules.ts';

function problems(parameters: unknown, strict?: boolean): string[] {
  return checkOpenAiDefinition({
    type: 'function',
    function: { name: 'a', description: 'A.', parameters, ...(strict !== undefined && { strict }) },
  });
}

/** The parameters around one property, as strict mode wants them. */
function withProperty(property: unknown, more: object = {}): object {
  return { type: 'object', properties: { it: property }, required: ['it'], additionalProperties: false, ...more };
}

describe('checkOpenAiDefinition', () => {
  it('checks the name against the published pattern', () => {
    const parameters = { type: 'object', properties: {} };
    for (const name of ['', 'a b', 'ä', 'a.b', 'x'.repeat(65)]) {
      expect(
        checkOpenAiDefinition({ type: 'function', function: { name, description: 'A.', parameters } }),
        name,
      ).toHaveLength(1);
    }
  });

  it('requires an object without a union, an enum or a negation at the root', () => {
    for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
      expect(problems({ type: 'object', properties: {}, [keyword]: [{}] })).toEqual([
        `parameters: "${keyword}" is not allowed at the top level`,
      ]);
    }
    for (const [keyword, value] of Object.entries({ enum: [{}], const: {}, not: {} })) {
      expect(problems({ type: 'object', properties: {}, [keyword]: value })).toEqual([
        `parameters: "${keyword}" is not allowed at the top level`,
      ]);
    }
    expect(problems({ type: 'string' })).toContain('parameters: the type at the root must be "object"');
    expect(problems({ type: 'object' })).toEqual(['parameters: the object at the root has no properties']);
  });

  it('requires items for every array', () => {
    expect(problems({ type: 'object', properties: { list: { type: 'array' } } })).toEqual([
      'parameters: /properties/list: an array without items',
    ]);
  });

  it('finds references that lead nowhere', () => {
    expect(problems({ type: 'object', properties: { it: { $ref: '#/$defs/Missing' } } })).toHaveLength(1);
    expect(problems({ type: 'object', properties: { it: { $ref: 'https://example.com/x' } } })).toHaveLength(1);
  });
});

describe('checkOpenAiDefinition in strict mode', () => {
  it('accepts what the guide shows', () => {
    const guide = [
      withProperty({ type: ['string', 'null'], description: 'The unit.', enum: ['F', 'C'] }),
      withProperty({
        anyOf: [
          withProperty({ type: 'integer', minimum: 0, maximum: 9 }),
          withProperty({ type: 'string', pattern: '^@[a-z]+$' }),
        ],
      }),
      withProperty(
        { type: 'array', items: { $ref: '#/$defs/step' } },
        { $defs: { step: withProperty({ type: 'string', format: 'email' }) } },
      ),
      withProperty({ type: 'array', items: { $ref: '#' }, minItems: 1 }),
      { type: 'object', properties: {}, required: [], additionalProperties: false },
    ];
    for (const schema of guide) expect(problems(schema, true)).toEqual([]);
  });

  const refused: Record<string, unknown> = {
    'an open object': { type: 'object', properties: {}, required: [] },
    'an object that allows more': { type: 'object', properties: {}, required: [], additionalProperties: true },
    'a property that is not required': withProperty({ type: 'string' }, { required: [] }),
    'a required name without a property': withProperty({ type: 'string' }, { required: ['it', 'other'] }),
    'a required name in place of a property': withProperty({ type: 'string' }, { required: ['other'] }),
    'definitions below the root': withProperty({ type: 'string', $defs: {} }),
    'an object without a list of required names': withProperty({ type: 'string' }, { required: undefined }),
    'an open object inside': withProperty({ type: 'object', properties: {}, required: [] }),
    'a union at the root': withProperty({ type: 'string' }, { anyOf: [{ type: 'object' }] }),
    'a keyword that is not supported': withProperty({ type: 'string', minLength: 1 }),
    'a default': withProperty({ type: 'string', default: 'a' }),
    'an intersection': withProperty({ allOf: [{ type: 'string' }] }),
    'a oneOf': withProperty({ oneOf: [{ type: 'string' }] }),
    'a format that is not listed': withProperty({ type: 'string', format: 'uri' }),
    'a pattern with look-around': withProperty({ type: 'string', pattern: '(?=a)' }),
    'a schema without a type': withProperty({ description: 'Anything.' }),
    'an array without items': withProperty({ type: 'array' }),
    'a map': withProperty({ type: 'object', properties: {}, required: [], additionalProperties: { type: 'string' } }),
    'words beside a reference': withProperty({ $ref: '#', description: 'Again.' }),
    'eleven levels': levels(11),
    'five thousand and one properties': flat(5001),
    'a thousand and one enum values': withProperty({ type: 'string', enum: numbered(1001) }),
    'a long enum of long values': withProperty({ type: 'string', enum: numbered(251, 'x'.repeat(60)) }),
    'too long names': flat(2500, 'x'.repeat(50)),
    'names of one character too many': flat(1, 'x'.repeat(119_999)),
    'a too long constant': withProperty({ type: 'string', const: 'x'.repeat(120_000) }),
    'a too long name of a definition': withProperty(
      { type: 'string' },
      { $defs: { ['x'.repeat(120_000)]: { type: 'string' } } },
    ),
    'eleven levels through a reference': withProperty({ $ref: '#/$defs/deep' }, { $defs: { deep: levels(10) } }),
    'eleven levels of arrays': withProperty(arrays(10)),
  };
  for (const [what, schema] of Object.entries(refused)) {
    it(`refuses ${what}`, () => {
      expect(problems(schema, true)).not.toEqual([]);
    });
  }

  it('accepts what is just within the limits', () => {
    const accepted = {
      'ten levels': levels(10),
      'ten levels through a reference': withProperty({ $ref: '#/$defs/deep' }, { $defs: { deep: levels(9) } }),
      'ten levels of arrays': withProperty(arrays(9)),
      'five thousand properties': flat(5000),
      'a thousand enum values': withProperty({ type: 'string', enum: numbered(1000) }),
      'two hundred and fifty long enum values': withProperty({ type: 'string', enum: numbered(250, 'x'.repeat(60)) }),
      'three hundred short enum values': withProperty({ type: 'string', enum: numbered(300) }),
      'names of 120000 characters': flat(1, 'x'.repeat(119_998)),
    };
    for (const [what, schema] of Object.entries(accepted)) expect(problems(schema, true), what).toEqual([]);
  });

  it.each(['title', 'description'])('accepts the annotation %s', (keyword) => {
    expect(problems(withProperty({ type: 'string', [keyword]: 'A.' }), true)).toEqual([]);
  });

  it.each(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'])(
    'accepts the constraint %s',
    (keyword) => {
      expect(problems(withProperty({ type: 'number', [keyword]: 1 }), true)).toEqual([]);
    },
  );

  it('accepts constants and bounded arrays', () => {
    expect(problems(withProperty({ type: 'string', const: 'a' }), true)).toEqual([]);
    const list = { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 };
    expect(problems(withProperty(list), true)).toEqual([]);
  });
});

describe('checkOpenAiResponsesDefinition', () => {
  it('requires the field strict', () => {
    const definition = {
      type: 'function',
      name: 'a',
      description: 'A.',
      parameters: { type: 'object', properties: {} },
    };
    expect(checkOpenAiResponsesDefinition(definition)).toEqual(['strict is missing']);
    expect(checkOpenAiResponsesDefinition({ ...definition, strict: false })).toEqual([]);
    expect(checkOpenAiResponsesDefinition({ ...definition, strict: true })).not.toEqual([]);
  });
});

function levels(count: number): object {
  return count === 1
    ? { type: 'object', properties: {}, required: [], additionalProperties: false }
    : withProperty(levels(count - 1));
}

function arrays(count: number): object {
  return { type: 'array', items: count === 1 ? { type: 'string' } : arrays(count - 1) };
}

function flat(count: number, suffix = ''): object {
  const names = numbered(count, suffix);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
    additionalProperties: false,
  };
}

function numbered(count: number, suffix = ''): string[] {
  return Array.from({ length: count }, (_, index) => `v${index}${suffix}`);
}
