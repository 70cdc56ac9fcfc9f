import { defineTool, ok, type StandardSchemaLike } from '@ku0/agent-runtime-tools-core';
import type { JSONSchema } from '../tool-handler.ts';

/** The JSON Schema of a schema: itself, or what a Zod schema says. */
export function jsonSchemaOf(schema: JSONSchema | StandardSchemaLike, toolName: string): JSONSchema {
  if (!isStandardSchema(schema)) return schema;
  return { ...defineTool({ name: toolName, parameters: schema, execute: async () => ok(undefined) }).parameters };
}

function isStandardSchema(schema: JSONSchema | StandardSchemaLike): schema is StandardSchemaLike {
  return '~standard' in schema;
}
