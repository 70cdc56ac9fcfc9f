import { defineTool } from '../../src/authoring/define-tool.ts';
import type { ToolCapabilities } from '../../src/contracts/tool-capabilities.ts';
import type { ToolHandler } from '../../src/contracts/tool-handler.ts';
import { ok } from '../../src/authoring/result.ts';
import { Type, type TSchema } from '../../src/type.ts';

interface ToolParts {
  readonly name?: string;
  readonly output?: TSchema;
  readonly capabilities?: Partial<ToolCapabilities>;
}

/** A tool around a schema, which may be any JSON Schema, well-formed or not. */
export function toolOf(schema: unknown, { name = 'a_tool', output, capabilities }: ToolParts = {}): ToolHandler {
  const tool = defineTool({
    name,
    description: 'Does something.',
    parameters: Type.Unknown(),
    execute: () => Promise.resolve(ok('done')),
    ...(capabilities !== undefined && { capabilities }),
  });
  return { ...tool, parameters: schema as TSchema, ...(output !== undefined && { output }) };
}
