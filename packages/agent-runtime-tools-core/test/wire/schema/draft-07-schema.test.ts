import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { Type } from '../../../src/type.ts';
import { draft07Schema } from '../../../src/wire/schema/draft-07-schema.ts';
import { plainSchema } from '../../../src/wire/schema/normalize/plain-schema.ts';

describe('draft07Schema', () => {
  it('rewrites keywords of 2020-12 in draft 7', () => {
    const schema = {
      properties: {
        pair: { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
        one: { $ref: '#/$defs/One', description: 'One.' },
      },
      dependentRequired: { pair: ['one'] },
      $defs: { One: { type: 'array', items: { $ref: '#/$defs/One' } } },
    };
    expect(draft07Schema(plainSchema(schema))).toEqual({
      properties: {
        pair: { items: [{ type: 'string' }], additionalItems: { type: 'number' } },
        one: { description: 'One.', allOf: [{ $ref: '#/definitions/One' }] },
      },
      dependencies: { pair: ['one'] },
      definitions: { One: { type: 'array', items: { $ref: '#/definitions/One' } } },
    });
  });

  it('validates like the original with a validator for draft 7', () => {
    const Tree = Type.Cyclic(
      { Node: Type.Object({ at: Type.Tuple([Type.Number(), Type.String()]), kids: Type.Array(Type.Ref('Node')) }) },
      'Node',
    );
    const validate = new Ajv().compile(draft07Schema(plainSchema(Type.Object({ tree: Tree }))));
    expect(validate({ tree: { at: [1, 'a'], kids: [{ at: [2, 'b'], kids: [] }] } })).toBe(true);
    expect(validate({ tree: { at: [1, 'a'], kids: [{ at: ['b', 2], kids: [] }] } })).toBe(false);
    expect(validate({ tree: { at: [1, 'a', 3], kids: [] } })).toBe(false);
  });
});
