import { describe, expect, it } from 'vitest';
import { Type } from '../../../src/type.ts';
import { toToolDefinitions } from '../../../src/wire/tool-definitions.ts';
import { foreignSchemas } from '../foreign-schemas.ts';
import { toolOf } from '../tool-of.ts';

function parameters(schema: unknown, strict = false): unknown {
  return toToolDefinitions([toolOf(schema)], { format: 'openai', strict })[0]?.function.parameters;
}

function isStrict(schema: unknown): boolean | undefined {
  return toToolDefinitions([toolOf(schema)], { format: 'openai', strict: true })[0]?.function.strict;
}

describe('the openai format', () => {
  it('has no strict field unless strict mode is requested', () => {
    expect(toToolDefinitions([toolOf(Type.Object({ path: Type.String() }))], { format: 'openai' })).toEqual([
      {
        type: 'function',
        function: {
          name: 'a_tool',
          description: 'Does something.',
          parameters: { type: 'object', required: ['path'], properties: { path: { type: 'string' } } },
        },
      },
    ]);
  });

  it('converts a union at the root to one object and describes which parameters belong together', () => {
    expect(parameters(foreignSchemas['a union at the root, told apart by a constant'])).toEqual({
      type: 'object',
      properties: {
        kind: { anyOf: [{ const: 'file' }, { const: 'url' }] },
        path: { type: 'string' },
        url: { type: 'string', format: 'uri' },
      },
      required: ['kind'],
      additionalProperties: false,
      description: 'Give one of: path; url.',
    });
  });

  it('describes a constraint on the combination of parameters', () => {
    expect(parameters(foreignSchemas['at least one of several parameters'])).toMatchObject({
      required: ['id'],
      description: 'Give one of: title; body.',
    });
  });

  it('adds items to every array', () => {
    expect(parameters(Type.Object({ pair: Type.Tuple([Type.String(), Type.Number()]) }))).toMatchObject({
      properties: {
        pair: {
          type: 'array',
          prefixItems: [{ type: 'string' }, { type: 'number' }],
          minItems: 2,
          maxItems: 2,
          items: {},
        },
      },
    });
  });
});

describe('the openai format in strict mode', () => {
  it('requires every parameter, lets the optional ones be null and closes every object', () => {
    const schema = Type.Object({
      path: Type.String(),
      limit: Type.Optional(Type.Integer()),
      range: Type.Optional(Type.Object({ from: Type.Integer(), to: Type.Optional(Type.Integer()) })),
    });
    expect(parameters(schema, true)).toEqual({
      type: 'object',
      properties: {
        path: { type: 'string' },
        limit: { type: ['integer', 'null'] },
        range: {
          anyOf: [
            {
              type: 'object',
              properties: { from: { type: 'integer' }, to: { type: ['integer', 'null'] } },
              required: ['from', 'to'],
              additionalProperties: false,
            },
            { type: 'null' },
          ],
        },
      },
      required: ['path', 'limit', 'range'],
      additionalProperties: false,
    });
    expect(isStrict(schema)).toBe(true);
  });

  it('describes what strict mode does not enforce', () => {
    const schema = Type.Object({
      url: Type.String({ description: 'Where to.', format: 'uri', minLength: 1 }),
      when: Type.String({ format: 'date-time' }),
      depth: Type.Integer({ minimum: 1, default: 3 }),
      name: Type.String({ pattern: '^(?!x)' }),
    });
    expect(parameters(schema, true)).toMatchObject({
      properties: {
        url: { type: 'string', description: 'Where to. (format: "uri"; minLength: 1)' },
        when: { type: 'string', format: 'date-time' },
        depth: { type: 'integer', minimum: 1, description: '(default: 3)' },
        name: { type: 'string', description: '(pattern: "^(?!x)")' },
      },
    });
  });

  it('writes a union of literals as one enum', () => {
    const mode = Type.Union([Type.Literal('text'), Type.Literal('raw')], { description: 'How.' });
    expect(parameters(Type.Object({ mode, again: Type.Optional(mode) }), true)).toMatchObject({
      properties: {
        mode: { type: 'string', enum: ['text', 'raw'], description: 'How.' },
        again: { anyOf: [{ type: 'string', enum: ['text', 'raw'] }, { type: 'null' }], description: 'How.' },
      },
    });
  });

  it('converts a tuple to a list of one item schema', () => {
    expect(parameters(Type.Object({ pair: Type.Tuple([Type.String(), Type.Number()]) }), true)).toMatchObject({
      properties: {
        pair: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] }, minItems: 2, maxItems: 2 },
      },
    });
  });

  it('merges an intersection of objects', () => {
    const schema = Type.Intersect([
      Type.Object({ a: Type.String() }),
      Type.Object({ b: Type.Optional(Type.Number()) }),
    ]);
    expect(parameters(schema, true)).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: ['number', 'null'] } },
      required: ['a', 'b'],
      additionalProperties: false,
    });
  });

  it('keeps recursion as references', () => {
    const Tree = Type.Cyclic(
      { Node: Type.Object({ id: Type.String(), next: Type.Optional(Type.Ref('Node')) }) },
      'Node',
    );
    expect(parameters(Type.Object({ tree: Tree }), true)).toEqual({
      type: 'object',
      properties: { tree: { $ref: '#/$defs/Node' } },
      required: ['tree'],
      additionalProperties: false,
      $defs: {
        Node: {
          type: 'object',
          properties: { id: { type: 'string' }, next: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] } },
          required: ['id', 'next'],
          additionalProperties: false,
        },
      },
    });
  });

  it('inlines a reference with a description', () => {
    expect(
      parameters(foreignSchemas['pydantic: definitions, optional fields as unions with null'], true),
    ).toMatchObject({
      properties: {
        priority: {
          anyOf: [{ type: 'string', enum: ['low', 'high'] }, { type: 'null' }],
          description: 'How urgent it is. (default: "low")',
        },
        labels: { anyOf: [{ type: 'array', items: { $ref: '#/$defs/Label' } }, { type: 'null' }] },
      },
      $defs: { Label: { required: ['name', 'color'], additionalProperties: false } },
    });
  });

  const inexpressible: Record<string, unknown> = {
    'a map with free keys': Type.Object({ env: Type.Record(Type.String(), Type.String()) }),
    'an object that takes other properties': Type.Object({ a: Type.String() }, { additionalProperties: true }),
    'a value of any type': Type.Object({ body: Type.Unknown() }),
    'a list of anything': { type: 'object', properties: { list: { type: 'array' } } },
    'an object without properties': { type: 'object', properties: { any: { type: 'object' } } },
    'a union at the root': foreignSchemas['a union at the root, told apart by a constant'],
    'parameters of which at least one is needed': foreignSchemas['at least one of several parameters'],
    'parameters that are no object': { type: 'string' },
    'parameters that may be null': { type: ['object', 'null'], properties: {} },
    'a value that is an object': { type: 'object', properties: { a: { const: { b: 1 } } } },
    'a list of values with an object in it': { type: 'object', properties: { a: { enum: [{ b: 1 }] } } },
    'a required property that no value fits': {
      type: 'object',
      properties: { a: { type: 'string', enum: [1] } },
      required: ['a'],
    },
    'a required name without a property': { type: 'object', properties: {}, required: ['a'] },
    'keys that match a pattern': openObject({ patternProperties: { '^x': { type: 'string' } } }),
    'properties that depend on others': openObject({ dependentSchemas: { a: { properties: { b: {} } } } }),
    'properties that depend on a condition': openObject({ if: { required: ['a'] }, else: { properties: { b: {} } } }),
    'a schema for all other properties': openObject({ unevaluatedProperties: { type: 'string' } }),
    'a definition with free keys': {
      type: 'object',
      properties: { list: { type: 'array', items: { $ref: '#/$defs/Map' } } },
      $defs: { Map: { type: 'object', additionalProperties: { type: 'string' } } },
    },
    'a recursive reference with a constraint beside it': recursive('left'),
    'recursive references with constraints beside them': recursive('left', 'right'),
    'an intersection of more than two thousand parts': Type.Object({
      a: Type.Unsafe({ allOf: Array.from({ length: 2001 }, () => ({ type: 'string' })) }),
    }),
    'more than ten levels': nested(11),
    'more than a thousand enum values': Type.Object({
      e: Type.Enum(Array.from({ length: 1001 }, (_, index) => `v${index}`)),
    }),
  };
  for (const [what, schema] of Object.entries(inexpressible)) {
    it(`is not claimed for ${what}`, () => {
      expect(isStrict(schema)).toBe(false);
    });
  }

  it('keeps a reference to the root, and leaves out its description', () => {
    const schema = {
      type: 'object',
      properties: { again: { $ref: '#', description: 'Once more.' } },
      required: ['again'],
      additionalProperties: false,
    };
    expect(parameters(schema, true)).toEqual({ ...schema, properties: { again: { $ref: '#' } } });
  });

  it('keeps the references of a union', () => {
    const $defs = { A: { type: 'string', enum: ['a'] }, B: { type: 'integer', enum: [1] } };
    const union = { anyOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] };
    const schema = { type: 'object', properties: { it: union }, required: ['it'], $defs };
    expect(parameters(schema, true)).toMatchObject({ properties: { it: union }, $defs });
  });

  it.each([
    [
      'keywords beside a union to each of its members',
      { minimum: 0, anyOf: [{ type: 'integer' }, { type: 'number', maximum: 0.5 }] },
      {
        anyOf: [
          { type: 'integer', minimum: 0 },
          { type: 'number', minimum: 0, maximum: 0.5 },
        ],
      },
    ],
    [
      'each value of a list to its type',
      { type: ['string', 'integer', 'boolean'], enum: ['a', 1, 'b', 2.5] },
      {
        anyOf: [
          { type: 'string', enum: ['a', 'b'] },
          { type: 'integer', enum: [1] },
        ],
      },
    ],
    [
      'constants of one type to one list',
      { anyOf: [{ const: 1 }, { const: 2 }, { const: 'a' }, { const: null }] },
      { anyOf: [{ type: 'integer', enum: [1, 2] }, { type: 'string', const: 'a' }, { type: 'null' }] },
    ],
    [
      'numbers of which one has a fraction to one list',
      { anyOf: [{ const: 1 }, { const: 2.5 }] },
      { type: 'number', enum: [1, 2.5] },
    ],
  ])('assigns %s', (_, property, expected) => {
    const schema = { type: 'object', properties: { it: property }, required: ['it'] };
    expect(parameters(schema, true)).toMatchObject({ properties: { it: expected } });
    expect(isStrict(schema)).toBe(true);
  });

  it('inlines a recursive definition with a description once', () => {
    const definition = {
      type: 'object',
      properties: { next: { $ref: '#/$defs/Node', description: 'The next node.' } },
      required: ['next'],
      additionalProperties: false,
    };
    const schema = { ...definition, properties: { first: definition.properties.next }, required: ['first'] };
    const inlined = (next: object): object => ({ ...definition, properties: { next }, description: 'The next node.' });
    const node = inlined({ $ref: '#/$defs/Node' });
    expect(parameters({ ...schema, $defs: { Node: definition } }, true)).toEqual({
      ...schema,
      properties: { first: node },
      $defs: { Node: { ...definition, properties: { next: node } } },
    });
  });

  it('keeps a parameter that can only be null, and describes a negation', () => {
    const schema = {
      type: 'object',
      properties: {
        none: { type: 'null', description: 'Always null.' },
        name: { type: 'string', not: { const: 'x' } },
      },
      required: ['none', 'name'],
    };
    expect(parameters(schema, true)).toMatchObject({
      properties: {
        none: { type: 'null', description: 'Always null.' },
        name: { type: 'string', description: '(not: {"const":"x"})' },
      },
    });
  });

  it.each(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'])(
    'keeps the format %s',
    (format) => {
      expect(parameters(Type.Object({ a: Type.String({ format }) }), true)).toMatchObject({
        properties: { a: { type: 'string', format } },
      });
    },
  );

  it.each(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'])(
    'keeps the constraint %s of a number',
    (keyword) => {
      const number = { type: 'number', [keyword]: 2 };
      expect(parameters({ type: 'object', properties: { a: number }, required: ['a'] }, true)).toMatchObject({
        properties: { a: number },
      });
    },
  );

  it('writes a schema that it cannot express as without strict mode', () => {
    const schema = Type.Object({ env: Type.Record(Type.String(), Type.String()) });
    expect(parameters(schema, true)).toEqual(parameters(schema));
  });

  it('is decided tool by tool', () => {
    const tools = [toolOf(Type.Object({ a: Type.String() })), toolOf(Type.Object({ a: Type.Unknown() }))];
    expect(toToolDefinitions(tools, { format: 'openai-responses', strict: true }).map(({ strict }) => strict)).toEqual([
      true,
      false,
    ]);
  });
});

describe('the openai-responses format', () => {
  it('always states whether a tool is strict', () => {
    expect(toToolDefinitions([toolOf(Type.Object({}))], { format: 'openai-responses' })).toEqual([
      {
        type: 'function',
        name: 'a_tool',
        description: 'Does something.',
        parameters: { type: 'object', properties: {} },
        strict: false,
      },
    ]);
  });
});

function nested(levels: number): object {
  return {
    type: 'object',
    properties: levels === 1 ? {} : { inner: nested(levels - 1) },
    required: levels === 1 ? [] : ['inner'],
  };
}

/** Parameters with one property, an object that may have more properties than it lists. */
function openObject(keywords: object): object {
  return { type: 'object', properties: { it: { type: 'object', properties: {}, ...keywords } } };
}

/** A definition that contains itself in each of the properties. The constraint has to be inlined with it. */
function recursive(...names: readonly string[]): object {
  const reference = { $ref: '#/$defs/Node', minProperties: 1 };
  const Node = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, reference])) };
  return { type: 'object', properties: { tree: reference }, $defs: { Node } };
}
