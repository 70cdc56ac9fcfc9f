import { Type } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { typeName } from '../../src/describe/type-name.ts';

describe('typeName', () => {
  it.each([
    [Type.Integer({ minimum: 1 }), 'integer >= 1'],
    [Type.Number({ maximum: 5 }), 'number <= 5'],
    [Type.Array(Type.Union([Type.String(), Type.Null()])), '(string | null)[]'],
    [Type.Literal(3), '3'],
    [Type.Unknown(), 'any'],
    [{ enum: ['a', 1] }, '"a" | 1'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ $ref: '#/$defs/Tree' }, 'Tree'],
  ])('of %j is %s', (schema, name) => {
    expect(typeName({ ...schema })).toBe(name);
  });
});
