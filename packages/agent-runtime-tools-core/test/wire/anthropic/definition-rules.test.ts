import { describe, expect, it } from 'vitest';
import { checkAnthropicDefinition } from '../../../src/wire/anthropic/definition-rules.ts';
import { checkAnthropicStrictLimits } from '../../../src/wire/anthropic/strict-limits.ts';

function problems(schema: unknown, strict?: boolean): string[] {
  return checkAnthropicDefinition({
    name: 'a',
    description: 'A.',
    input_schema: schema,
    ...(strict !== undefined && { strict }),
  });
}

function closed(property: unknown, more: object = {}): object {
  return { type: 'object', properties: { it: property }, required: ['it'], additionalProperties: false, ...more };
}

describe('checkAnthropicDefinition', () => {
  it('checks the name against the published pattern', () => {
    for (const name of ['', 'a.b', 'a b', 'x'.repeat(65)]) {
      expect(
        checkAnthropicDefinition({ name, description: 'A.', input_schema: { type: 'object' } }),
        name,
      ).toHaveLength(1);
    }
  });

  it('refuses a union or an intersection at the root, but not inside', () => {
    for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
      expect(problems({ type: 'object', [keyword]: [{}] })).toHaveLength(1);
      expect(problems({ type: 'object', properties: { it: { [keyword]: [{}] } } })).toEqual([]);
    }
  });

  it('refuses parameter names with special characters or more than 64 characters', () => {
    for (const name of ['$filter', 'a b', '', 'x'.repeat(65)]) {
      expect(problems({ type: 'object', properties: { [name]: {} } }), name).toHaveLength(1);
    }
    for (const name of ['a.b', 'a-b', '_']) {
      expect(problems({ type: 'object', properties: { [name]: {} } }), name).toEqual([]);
    }
  });

  it('refuses what is not JSON Schema 2020-12', () => {
    const refused = [
      { items: [{ type: 'string' }] },
      { exclusiveMinimum: true },
      { type: 'any' },
      { type: [] },
      { required: true },
      { required: ['a', 'a'] },
      { properties: [] },
      { properties: { a: 'string' } },
      { anyOf: [] },
      { minLength: -1 },
      { multipleOf: 0 },
      { pattern: 4 },
    ];
    for (const schema of refused) {
      expect(problems({ type: 'object', properties: { a: schema } }), JSON.stringify(schema)).not.toEqual([]);
    }
  });
});

describe('checkAnthropicDefinition in strict mode', () => {
  it('accepts what the guide lists as supported', () => {
    const supported = [
      { type: 'string', format: 'uri' },
      { type: 'integer', enum: [1, 2] },
      { const: 'a' },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { type: 'array', items: { type: 'string' }, minItems: 1 },
      { type: ['string', 'null'], default: null },
    ];
    for (const schema of supported) expect(problems(closed(schema), true)).toEqual([]);
    expect(problems(closed({ $ref: '#/$defs/a' }, { $defs: { a: closed({ type: 'string' }) } }), true)).toEqual([]);
    expect(problems(closed({ type: 'string' }, { required: [] }), true)).toEqual([]);
  });

  it.each(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'])(
    'accepts the format %s',
    (format) => {
      expect(problems(closed({ type: 'string', format }), true)).toEqual([]);
    },
  );

  it('accepts a title, a description and an array that may be empty', () => {
    expect(problems(closed({ type: 'string', title: 'A', description: 'A.' }), true)).toEqual([]);
    expect(problems(closed({ type: 'array', items: { type: 'string' }, minItems: 0 }), true)).toEqual([]);
  });

  it('accepts a definition that is used twice', () => {
    const properties = { a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/x' } };
    const schema = { type: 'object', properties, additionalProperties: false, $defs: { x: { type: 'string' } } };
    expect(problems(schema, true)).toEqual([]);
  });

  const refused: Record<string, unknown> = {
    'an open object': { type: 'object', properties: {} },
    'an open object that may be null': closed({ type: ['object', 'null'] }),
    'an array among the values': closed({ enum: [['a']] }),
    'a map': closed({ type: 'object', additionalProperties: { type: 'string' } }),
    'a bound of a number': closed({ type: 'number', minimum: 1 }),
    'a length of a string': closed({ type: 'string', maxLength: 1 }),
    'more than one item at least': closed({ type: 'array', items: { type: 'string' }, minItems: 2 }),
    'a bound of items': closed({ type: 'array', items: { type: 'string' }, maxItems: 2 }),
    'a format that is not listed': closed({ type: 'string', format: 'regex' }),
    'an object among the values': closed({ enum: [{ a: 1 }] }),
    'an object as a constant': closed({ const: { a: 1 } }),
    'a schema without a type': closed({}),
    'a schema that contains itself': closed({ $ref: '#' }),
    'a definition that contains itself': closed(
      { $ref: '#/$defs/a' },
      { $defs: { a: closed({ $ref: '#/$defs/b' }), b: closed({ $ref: '#/$defs/a' }) } },
    ),
  };
  for (const [what, schema] of Object.entries(refused)) {
    it(`refuses ${what}`, () => {
      expect(problems(schema, true)).not.toEqual([]);
    });
  }
});

describe('checkAnthropicStrictLimits', () => {
  const tool = (input_schema: object, strict = true): object => ({
    name: 'a',
    description: 'A.',
    input_schema,
    strict,
  });
  const properties = (count: number, property: object): object => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, property])),
  });

  it('counts strict tools', () => {
    expect(checkAnthropicStrictLimits(Array.from({ length: 20 }, () => tool({})))).toEqual([]);
    expect(checkAnthropicStrictLimits(Array.from({ length: 21 }, () => tool({})))).toHaveLength(1);
    expect(checkAnthropicStrictLimits(Array.from({ length: 21 }, () => tool({}, false)))).toEqual([]);
  });

  it('counts optional parameters over all strict tools', () => {
    expect(checkAnthropicStrictLimits([tool(properties(24, { type: 'string' }))])).toEqual([]);
    expect(
      checkAnthropicStrictLimits([tool(properties(20, { type: 'string' })), tool(properties(5, { type: 'string' }))]),
    ).toHaveLength(1);
  });

  it('counts unions over all strict tools', () => {
    expect(checkAnthropicStrictLimits([tool(properties(16, { type: ['string', 'null'] }))])).toEqual([]);
    expect(checkAnthropicStrictLimits([tool(properties(17, { anyOf: [{}] }))])).toHaveLength(1);
  });
});
