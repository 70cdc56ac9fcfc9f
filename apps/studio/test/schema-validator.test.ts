import { describe, expect, it } from 'vitest';
import { faultsOf } from '../src/form/schema-validator.ts';

const schema = {
  type: 'object',
  properties: { path: { type: 'string', minLength: 1 }, limit: { type: 'integer', minimum: 1 } },
  required: ['path'],
  additionalProperties: false,
};

describe('the faults of arguments', () => {
  it('are none for valid ones', () => {
    expect(faultsOf(schema, { path: 'a.txt', limit: 3 })).toEqual([]);
  });

  it.each([
    [{}, '', 'path'],
    [{ path: '' }, '.path', 'short'],
    [{ path: 'a', limit: 0 }, '.limit', '0'],
    [{ path: 'a', other: 1 }, '.other', ''],
  ])('of %j name the place and the reason', (value, property, reason) => {
    const faults = faultsOf(schema, value);
    expect(faults.map((fault) => fault.property)).toContain(property);
    expect(faults.map(({ message }) => message).join(' ')).toContain(reason);
  });
});
