import { describe, expect, it } from 'vitest';
import { Type, schemaFaults } from '../../src/index.ts';

const schema = Type.Object({ name: Type.String(), tags: Type.Optional(Type.Array(Type.String())) });

describe('schemaFaults', () => {
  it('finds nothing in a valid value, and accepts properties that the schema does not mention', () => {
    expect(schemaFaults(schema, { name: 'a', tags: ['b'], more: 1 })).toEqual([]);
  });

  it('finds every fault, with its place', () => {
    expect(schemaFaults(schema, { tags: ['b', 3] })).toMatchObject([
      { keyword: 'required', instancePath: '' },
      { keyword: 'type', instancePath: '/tags/1' },
    ]);
  });
});
