import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { standardSchema, type SchemaCheck } from '../../src/schema/standard-schema.ts';
import { Type, type TSchema } from '../../src/type.ts';

const parameters = Type.Object({
  path: Type.String(),
  pair: Type.Optional(Type.Tuple([Type.String(), Type.Number()])),
});

function check(value: unknown): SchemaCheck {
  return typeof value === 'object'
    ? { ok: true, value }
    : { ok: false, issues: [{ message: 'must be an object', path: ['a', 0] }] };
}

describe('standardSchema', () => {
  it('is a Standard Schema and a Standard JSON Schema of the value', () => {
    interface Parameters {
      path: string;
      pair?: [string, number];
    }
    const schema = standardSchema(parameters, check);
    expectTypeOf(schema).toExtend<StandardSchemaV1<Parameters>>();
    expectTypeOf(schema).toExtend<StandardJSONSchemaV1<Parameters>>();
    expectTypeOf<StandardSchemaV1.InferOutput<typeof schema>>().toEqualTypeOf<Parameters>();
    expectTypeOf<StandardJSONSchemaV1.InferInput<typeof schema>>().toEqualTypeOf<Parameters>();
    expect(schema['~standard']).toMatchObject({ version: 1, vendor: 'agent-runtime-tools' });
    expect('types' in schema['~standard']).toBe(false);
  });

  it('can be typed by its values alone', () => {
    const schema: TSchema = parameters;
    expectTypeOf<StandardSchemaV1.InferOutput<ReturnType<typeof standardSchema<{ a: number }>>>>().toEqualTypeOf<{
      a: number;
    }>();
    expect(standardSchema<{ a: number }>(schema, check)['~standard'].version).toBe(1);
  });

  it('returns the validated value, or the issues with their paths', () => {
    const { validate } = standardSchema(parameters, check)['~standard'];
    expect(validate({ path: 'a' })).toEqual({ value: { path: 'a' } });
    expect(validate('a')).toEqual({ issues: [{ message: 'must be an object', path: ['a', 0] }] });
  });

  it('writes the JSON Schema in the requested draft', () => {
    const { jsonSchema } = standardSchema(parameters, check)['~standard'];
    expect(jsonSchema.input({ target: 'draft-2020-12' })).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: ['path'],
      properties: {
        path: { type: 'string' },
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 2, maxItems: 2 },
      },
    });
    expect(jsonSchema.output({ target: 'draft-07' })).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { pair: { items: [{ type: 'string' }, { type: 'number' }], minItems: 2, maxItems: 2 } },
    });
  });

  it('throws for an unknown draft', () => {
    const { jsonSchema } = standardSchema(parameters, check)['~standard'];
    expect(() => jsonSchema.input({ target: 'openapi-3.0' })).toThrow('There is no JSON Schema for "openapi-3.0".');
  });
});
