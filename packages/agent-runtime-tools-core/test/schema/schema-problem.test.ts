import { describe, expect, it } from 'vitest';
import { parametersSchemaProblem, schemaProblem } from '../../src/schema/schema-problem.ts';

const STANDARD = { '~standard': { version: 1, vendor: 'other', validate: () => ({ value: 1 }) } };

/** An object schema with this many schemas inside one another below it. */
function nested(levels: number): Record<string, unknown> {
  return levels === 0 ? { type: 'object' } : { type: 'object', properties: { it: nested(levels - 1) } };
}

describe('a parameter schema', () => {
  it.each<[what: string, schema: unknown]>([
    ['without keywords', {}],
    ['of an object', { type: 'object', properties: { a: { type: 'string', pattern: '^a' } } }],
    ['that names no type', { properties: { a: true } }],
    ['with several types inside', { type: 'object', properties: { a: { type: ['string', 'null'] } } }],
    ['with data that looks like schemas', { type: 'object', default: { type: 'no' }, examples: [{ type: 'no' }] }],
    ['with an annotation of its own', { type: 'object', 'x-own': { type: 'no' } }],
    ['with the deepest nesting', nested(64)],
  ])('%s is accepted', (_, schema) => {
    expect(parametersSchemaProblem(schema)).toBeUndefined();
  });

  it.each<[what: string, schema: unknown, problem: string]>([
    ['that is no object', 'object', 'is not a JSON Schema object'],
    ['that is null', null, 'is not a JSON Schema object'],
    ['that is a list', [], 'is not a JSON Schema object'],
    ['that is a function', () => ({}), 'is not a JSON Schema object'],
    ['of another class', new Map(), 'is not a JSON Schema object'],
    ['of another library', STANDARD, 'is a schema of another library: pass it to defineTool, which converts it'],
    [
      'of another library that is a function',
      Object.assign(() => 1, STANDARD),
      'is a schema of another library: pass it to defineTool, which converts it',
    ],
    [
      'with one of another library inside',
      { type: 'object', properties: { a: STANDARD } },
      'at /a is a schema of another library: pass it to defineTool, which converts it',
    ],
    ['without a keyword', { a: 1, b: 2, c: 3, d: 4 }, 'has no keyword of JSON Schema, only a, b, c'],
    ['of a string', { type: 'string' }, 'must describe an object, not "string"'],
    ['of several types', { type: ['object', 'null'] }, 'must describe an object, not ["object","null"]'],
    ['of an unknown type', { type: 'text' }, 'has the unknown type "text" at its root'],
    [
      'with an unknown type inside',
      { type: 'object', properties: { a: { type: 'text' } } },
      'has the unknown type "text" at /a',
    ],
    [
      'with an unknown type among others',
      { type: 'object', properties: { a: { type: ['string', 'text'] } } },
      'has the unknown type "text" at /a',
    ],
    [
      'with an unknown type in a union',
      { type: 'object', anyOf: [{ type: 'object' }, { type: 'text' }] },
      'has the unknown type "text" at /anyOf/1',
    ],
    [
      'with an unknown type of items',
      { type: 'object', properties: { a: { items: { type: 'text' } } } },
      'has the unknown type "text" at /a/items',
    ],
    ['with properties that are a list', { properties: ['a'] }, 'has "properties" that are not an object at its root'],
    ['with a property that is no schema', { properties: { a: 'string' } }, 'has no schema at /a'],
    [
      'with a parameter that is never accepted',
      { properties: { constructor: {} } },
      'names the parameter "constructor", which is never accepted',
    ],
    [
      'with a parameter of the same kind',
      { properties: { prototype: {} } },
      'names the parameter "prototype", which is never accepted',
    ],
    ['nested one level too deep', nested(65), 'is nested too deeply'],
  ])('%s is refused', (_, schema, problem) => {
    expect(parametersSchemaProblem(schema)).toBe(problem);
  });

  it('with an unusable pattern is refused, also in patternProperties', () => {
    expect(parametersSchemaProblem({ properties: { a: { pattern: '(' } } })).toMatch(
      /^has a pattern that cannot be used at \/a: /,
    );
    expect(parametersSchemaProblem({ patternProperties: { '(': {} } })).toMatch(
      /^has a pattern that cannot be used at its root: /,
    );
    expect(parametersSchemaProblem({ patternProperties: { '^a': {} } })).toBeUndefined();
  });

  it('that contains itself as an object is refused', () => {
    const circle: Record<string, unknown> = { type: 'object' };
    circle['properties'] = { self: circle };
    expect(parametersSchemaProblem(circle)).toBe('is nested too deeply');
  });
});

it('the schema of a value may be of any type', () => {
  expect(schemaProblem({ type: 'string' })).toBeUndefined();
  expect(schemaProblem({ type: ['string', 'null'] })).toBeUndefined();
  expect(schemaProblem({ type: 'text' })).toBe('has the unknown type "text" at its root');
});
