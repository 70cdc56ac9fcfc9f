import { Type } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { schemaMembers } from '../../src/describe/schema-members.ts';

const SCHEMA = Type.Object({
  path: Type.String({ description: 'Where\n  it is' }),
  edits: Type.Array(
    Type.Object({ old_text: Type.String(), count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })) }),
  ),
  mode: Type.Optional(Type.Union([Type.Literal('fast'), Type.Literal('safe')], { default: 'fast' })),
});

describe('schemaMembers', () => {
  it('lists members and their nested members', () => {
    expect(schemaMembers(SCHEMA)).toEqual([
      { name: 'path', type: 'string', required: true, default: '', description: 'Where it is' },
      { name: 'edits', type: 'object[]', required: true, default: '', description: '' },
      { name: 'edits[].old_text', type: 'string', required: true, default: '', description: '' },
      { name: 'edits[].count', type: 'integer 1..9', required: false, default: '', description: '' },
      { name: 'mode', type: '"fast" | "safe"', required: false, default: '"fast"', description: '' },
    ]);
  });

  it('ends for a schema that contains itself', () => {
    const node: Record<string, unknown> = { type: 'object' };
    node['properties'] = { child: node };
    expect(schemaMembers(node).length).toBeLessThan(10);
  });
});
