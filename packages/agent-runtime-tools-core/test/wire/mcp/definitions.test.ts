import { describe, expect, it } from 'vitest';
import type { ToolCapabilities } from '../../../src/contracts/tool-capabilities.ts';
import { Type, type TSchema } from '../../../src/type.ts';
import {
  toToolDefinitions,
  type McpToolAnnotations,
  type McpToolDefinition,
} from '../../../src/wire/tool-definitions.ts';
import { foreignSchemas } from '../foreign-schemas.ts';
import { toolOf } from '../tool-of.ts';

function definitionOf(schema: unknown, more: Parameters<typeof toolOf>[1] = {}): McpToolDefinition | undefined {
  return toToolDefinitions([toolOf(schema, more)], { format: 'mcp' })[0];
}

function annotationsOf(capabilities: Partial<ToolCapabilities>): McpToolAnnotations | undefined {
  return definitionOf(Type.Object({}), { capabilities })?.annotations;
}

describe('the mcp format', () => {
  it('has a title, both schemas and the hints', () => {
    const definition = definitionOf(Type.Object({ path: Type.String() }), {
      name: 'read_file',
      output: Type.Object({ content: Type.String() }),
      capabilities: { readsFiles: true, idempotent: true },
    });
    expect(definition).toEqual({
      name: 'read_file',
      title: 'Read file',
      description: 'Does something.',
      inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      outputSchema: { type: 'object', properties: { content: { type: 'string' } }, required: ['content'] },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    });
  });

  it('keeps a union at the root beside the required type', () => {
    const { inputSchema } = definitionOf(foreignSchemas['a union at the root, told apart by a constant']) ?? {};
    expect(inputSchema?.type).toBe('object');
    expect(inputSchema?.['oneOf']).toHaveLength(2);
  });

  it('marks a tool as read-only only if no capability contradicts that', () => {
    expect(annotationsOf({ readsFiles: true })?.readOnlyHint).toBe(true);
    expect(annotationsOf({ accessesNetwork: true, idempotent: true })?.readOnlyHint).toBe(true);
    for (const capability of ['writesFiles', 'executesCommands', 'destructive', 'accessesNetwork'] as const) {
      expect(annotationsOf({ [capability]: true })?.readOnlyHint, capability).toBe(false);
    }
  });

  it('passes on the destructive, idempotent and open-world hints', () => {
    expect(annotationsOf({ destructive: true })).toMatchObject({ destructiveHint: true });
    expect(annotationsOf({ accessesNetwork: true })).toMatchObject({ openWorldHint: true, idempotentHint: false });
  });

  it('leaves out an output that is not an object', () => {
    const outputs: [TSchema, boolean][] = [
      [Type.String(), false],
      [Type.Array(Type.Object({})), false],
      [Type.Union([Type.Object({}), Type.Null()]), false],
      [Type.Unknown(), false],
      [Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]), true],
      [Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]), true],
      [Type.Cyclic({ Node: Type.Object({ next: Type.Optional(Type.Ref('Node')) }) }, 'Node'), true],
    ];
    for (const [output, isThere] of outputs) {
      expect('outputSchema' in (definitionOf(Type.Object({}), { output }) ?? {}), JSON.stringify(output)).toBe(isThere);
    }
  });
});
