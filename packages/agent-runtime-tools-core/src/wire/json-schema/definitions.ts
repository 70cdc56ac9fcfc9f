import type { ToolHandler } from '../../contracts/tool-handler.ts';
import { plainSchema } from '../schema/normalize/plain-schema.ts';
import type { WireSchema } from '../schema/wire-schema.ts';

/** A tool definition in plain JSON Schema 2020-12, for any other provider. */
export interface JsonSchemaToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly parameters: WireSchema;
  readonly output?: WireSchema;
}

export function toJsonSchemaDefinitions(tools: readonly ToolHandler[]): JsonSchemaToolDefinition[] {
  return tools.map(({ name, description, version, parameters, output }) => ({
    name,
    description,
    version,
    parameters: plainSchema(parameters),
    ...(output !== undefined && { output: plainSchema(output) }),
  }));
}
