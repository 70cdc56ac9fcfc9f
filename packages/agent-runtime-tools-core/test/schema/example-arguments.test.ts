import { Type, exampleArguments } from '../../src/index.ts';
import { describe, expect, it } from 'vitest';

describe('exampleArguments', () => {
  it('has the required parameters with valid values', () => {
    const schema = Type.Object({
      path: Type.String(),
      edits: Type.Array(Type.Object({ old_text: Type.String(), count: Type.Optional(Type.Integer()) })),
      mode: Type.Optional(Type.String()),
    });
    expect(exampleArguments(schema)).toEqual({ path: 'src/index.ts', edits: [{ old_text: 'some old_text' }] });
  });

  it('prefers the examples and defaults of the schema', () => {
    const schema = Type.Object({
      a: Type.String({ examples: ['x'] }),
      b: Type.Integer({ minimum: 5 }),
      c: Type.Union([Type.Literal('one'), Type.Literal('two')]),
      d: Type.Boolean(),
      e: Type.Literal(4),
    });
    expect(exampleArguments(schema)).toEqual({ a: 'x', b: 5, c: 'one', d: true, e: 4 });
  });

  it.each<[schema: object, example: unknown]>([
    [{ type: 'array' }, []],
    [{ type: 'array', items: true }, []],
    [{ type: 'array', items: { type: 'string' } }, ['some it']],
    [{ type: 'integer' }, 1],
    [{ type: 'number', minimum: -3 }, 1],
    [{ type: 'number', minimum: 3 }, 3],
    [{ type: 'null' }, null],
    [{ enum: ['b', 'a'] }, 'b'],
    [{ type: 'string', enum: [] }, 'some it'],
    [{ type: 'string', examples: [] }, 'some it'],
    [{ type: 'string', example: 'e', default: 'd' }, 'e'],
    [{ type: 'string', default: 'd' }, 'd'],
    [{ oneOf: [{ type: 'integer' }, { type: 'string' }] }, 1],
    [{ type: 'string', anyOf: [{ const: 'x' }] }, 'some it'],
    [{ $ref: '#/$defs/flag' }, true],
    [{ type: 'object', properties: { a: { type: 'null' }, b: {} }, required: ['a', 'c', 1] }, { a: null }],
    [{ type: 'object', required: ['a'] }, {}],
  ])('of a parameter %j is %j', (schema, example) => {
    const root = { type: 'object', properties: { it: schema }, required: ['it'], $defs: { flag: { type: 'boolean' } } };
    expect(exampleArguments(root)).toEqual({ it: example });
  });

  it('has texts that match the names of their parameters', () => {
    const text = { type: 'string' };
    const names = ['file', 'dirname', 'url', 'query'];
    const properties = Object.fromEntries(names.map((name) => [name, text]));
    expect(exampleArguments({ type: 'object', properties, required: names })).toEqual({
      file: 'src/index.ts',
      dirname: 'src/index.ts',
      url: 'https://example.com/',
      query: 'some query',
    });
    expect(exampleArguments(text)).toBe('text');
    expect(exampleArguments('no schema')).toEqual({});
  });

  it('stops at a recursive schema', () => {
    const list = { type: 'array', items: { $ref: '#' } };
    expect(exampleArguments(list)).toEqual([[[[[[]]]]]]);
    const tree = { type: 'object', properties: { it: { $ref: '#' } }, required: ['it'] };
    expect(exampleArguments(tree)).toEqual({ it: { it: { it: { it: { it: {} } } } } });
    const union = { anyOf: [{ $ref: '#' }] };
    expect(exampleArguments(union)).toBe('text');
  });
});
