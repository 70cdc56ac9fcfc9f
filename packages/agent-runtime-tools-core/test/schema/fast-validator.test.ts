import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArgumentBudget } from '../../src/arguments/argument-budget.ts';
import { DEFAULT_ARGUMENT_LIMITS } from '../../src/arguments/argument-limits.ts';
import { compileFastValidator } from '../../src/schema/fast-validator/compile-fast-validator.ts';
import { compileSchema } from '../../src/schema/compile-schema.ts';
import type { SchemaNode } from '../../src/schema/schema-node.ts';

describe('a fast validator', () => {
  it('accepts only what ajv accepts, and returns an equal copy that is frozen recursively', () => {
    let accepted = 0;
    fc.assert(
      fc.property(schemaAndValue, ([schema, value]) => {
        const compiled = compileSchema(schema, { closed: true });
        const copy: unknown = structuredClone(value);
        const isValid = compiled.check(copy);
        const result = compiled.copyIfValid(value, budget());
        if (result !== undefined) {
          accepted++;
          expect(isValid).toBe(true);
          expect(result).toEqual(copy);
          expect(isFrozen(result)).toBe(true);
        } else if (isValid) {
          expect(mayNeedGeneralValidation(schema) || !isJson(value)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
    expect(accepted).toBeGreaterThan(100);
  }, 60_000);

  it.each([Infinity, -Infinity, Number.NaN])('leaves %s, which is not JSON, to the general validation', (value) => {
    const { copyIfValid } = compileSchema(object({ a: { type: 'number' }, b: { enum: [1, 'x'] } }), { closed: true });
    expect(copyIfValid({ a: value }, budget())).toBeUndefined();
    expect(copyIfValid({ b: value }, budget())).toBeUndefined();
  });

  it('is generated for the schemas that tools usually have', () => {
    const schema = object({
      path: { type: 'string', minLength: 1, description: 'A path' },
      limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
      mode: {
        anyOf: [
          { const: 'a', type: 'string' },
          { const: 'b', type: 'string' },
        ],
        default: 'a',
      },
      edits: { type: 'array', items: object({ from: { type: 'string' }, to: { type: 'string' } }, ['from']) },
    });
    const validate = compileFastValidator(compileSchema(schema, { closed: true }).node);
    expect(validate?.({ path: 'a', edits: [{ from: 'b' }] }, budget())).toEqual({
      path: 'a',
      limit: 100,
      mode: 'a',
      edits: [{ from: 'b' }],
    });
    for (const wrong of [{ path: '' }, { limit: 1.5 }, { mode: 'c' }, { edits: [{}] }, { other: 1 }])
      expect(validate?.(wrong, budget())).toBeUndefined();
  });

  it.each<[string, SchemaNode]>([
    ['a pattern', { type: 'string', pattern: '^a' }],
    ['a union of objects', { anyOf: [object({}), { type: 'string' }] }],
    ['an open object', { type: 'object', properties: {}, additionalProperties: true }],
    ['unique items', { type: 'array', items: { type: 'string' }, uniqueItems: true }],
    ['a reference', { $ref: '#' }],
    ['several types', { type: ['string', 'null'] }],
    ['a constant of another type', { type: 'string', const: 5 }],
    ['a default that does not fit', { type: 'integer', minimum: 5, default: 1 }],
  ])('is not generated for a schema with %s', (_, property) => {
    expect(compileFastValidator(object({ property }))).toBeUndefined();
  });

  it('reads no properties from the prototype of the arguments', () => {
    const validate = compileFastValidator(object({ path: { type: 'string' } }));
    class Arguments {
      path = 'src';
    }
    expect(validate?.(new Arguments(), budget())).toBeUndefined();
    expect(validate?.(Object.create({ path: 'src' }), budget())).toBeUndefined();
    expect(validate?.(Object.assign(Object.create(null), { path: 'src' }), budget())).toEqual({ path: 'src' });
  });

  it('reads each value once, so that a getter cannot pass the check with another value', () => {
    const validate = compileFastValidator(object({ path: { type: 'string', maxLength: 3 } }));
    let reads = 0;
    const source = {
      get path() {
        return ++reads === 1 ? 'ok' : 'something else';
      },
    };
    expect(validate?.(source, budget())).toEqual({ path: 'ok' });
    expect(reads).toBe(1);
  });

  it('rejects a length that is right in UTF-16 units but may be wrong in code points', () => {
    const schema = { type: 'object', properties: { text: { type: 'string', minLength: 1.5 } }, required: ['text'] };
    const { copyIfValid } = compileSchema(schema, { closed: true });
    expect(copyIfValid({ text: '😀' }, budget())).toBeUndefined();
    expect(copyIfValid({ text: 'abc' }, budget())).toEqual({ text: 'abc' });
  });

  it('does not allocate memory for an array that only claims to be long', () => {
    const validate = compileFastValidator(object({ tags: { type: 'array', items: { type: 'string' } } }));
    const endless = new Proxy([], { get: (_, key) => (key === 'length' ? 30_000_000 : 'x') });
    const before = process.memoryUsage().heapUsed;
    expect(validate?.({ tags: endless }, budget())).toBeUndefined();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
  });

  it('enforces the limits of arguments', () => {
    const schema = object({
      text: { type: 'string' },
      list: { type: 'array', items: object({ a: { type: 'string' } }) },
    });
    const validate = compileFastValidator(schema);
    const value = { text: 'abcdef', list: [{ a: 'x' }, { a: 'y' }] };
    expect(validate?.(value, budget())).toEqual(value);
    expect(validate?.(value, budget({ maxChars: 16 }))).toBeUndefined();
    expect(validate?.(value, budget({ maxItems: 1 }))).toBeUndefined();
    expect(validate?.(value, budget({ maxKeys: 3 }))).toBeUndefined();
    expect(validate?.(value, budget({ maxDepth: 2 }))).toBeUndefined();
  });
});

const name = fc.constantFrom('a', 'b', 'path', '"', 'x y', 'ä');
const scalar = fc.oneof(fc.string({ maxLength: 4 }), fc.integer({ min: -3, max: 3 }), fc.double(), fc.boolean());

const schemas = fc.letrec<{ any: SchemaNode; object: SchemaNode }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constant('boolean') }),
    fc.record({ type: fc.constant('string'), minLength: fc.nat(2), maxLength: fc.nat(4) }, { requiredKeys: ['type'] }),
    fc.record(
      {
        type: fc.constantFrom('number', 'integer'),
        minimum: fc.integer({ min: -2, max: 2 }),
        exclusiveMaximum: fc.integer({ min: -1, max: 3 }),
        default: fc.integer({ min: -3, max: 3 }),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({
      enum: fc.array(
        scalar.filter((value) => Number.isFinite(value) || typeof value !== 'number'),
        { minLength: 1 },
      ),
    }),
    fc.record({ type: fc.constant('string'), pattern: fc.constant('^a?$') }),
    fc.record(
      { type: fc.constant('array'), items: tie('any'), minItems: fc.nat(1), maxItems: fc.nat(2) },
      { requiredKeys: ['type', 'items'] },
    ),
    tie('object'),
  ),
  object: fc
    .tuple(fc.dictionary(name, tie('any'), { maxKeys: 4 }), fc.array(fc.boolean(), { maxLength: 4 }))
    .map(([properties, needed]) =>
      object(
        properties,
        Object.keys(properties).filter((_, index) => needed[index]),
      ),
    ),
}));

const schemaAndValue = schemas.object.chain((schema) => fc.tuple(fc.constant(schema), valueOf(schema)));

/** Generates values that are often valid. */
function valueOf(schema: SchemaNode): fc.Arbitrary<unknown> {
  const likely = (): fc.Arbitrary<unknown> => {
    if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
    switch (schema['type']) {
      case 'boolean':
        return fc.boolean();
      case 'string':
        return fc.string({ maxLength: 4, unit: 'grapheme' });
      case 'array':
        return fc.array(valueOf(schema['items'] as SchemaNode), { maxLength: 3 });
      case 'object':
        return fc.record(
          Object.fromEntries(
            Object.entries(schema['properties'] as Record<string, SchemaNode>).map(([key, child]) => [
              key,
              valueOf(child),
            ]),
          ),
          { requiredKeys: (schema['required'] ?? []) as string[] },
        );
      default:
        return fc.integer({ min: -3, max: 3 });
    }
  };
  return fc.oneof({ weight: 12, arbitrary: likely() }, { weight: 1, arbitrary: scalar });
}

/** Whether valid values may be rejected: lengths are counted in UTF-16 units, and ajv fills in required defaults. */
function mayNeedGeneralValidation(schema: SchemaNode): boolean {
  return /"(minLength|maxLength|required":\["|pattern)/.test(JSON.stringify(schema));
}

/** Whether a value contains neither Infinity nor NaN. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isJson);
}

function object(properties: Record<string, SchemaNode>, required: string[] = []): SchemaNode {
  return { type: 'object', properties, additionalProperties: false, ...(required.length > 0 && { required }) };
}

function budget(limits: Partial<typeof DEFAULT_ARGUMENT_LIMITS> = {}): ArgumentBudget {
  return new ArgumentBudget({ ...DEFAULT_ARGUMENT_LIMITS, ...limits });
}

function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}
