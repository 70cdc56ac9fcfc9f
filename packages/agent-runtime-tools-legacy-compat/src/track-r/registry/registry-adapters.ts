import {
  fail,
  ok,
  type AnyTools,
  type ExecuteOptions,
  type ToolHandler,
  type ToolResult as CurrentResult,
} from '@ku0/agent-runtime-tools-core';
import { adaptedTool, type AdaptOptions } from '../../adapt/adapted-tool.ts';
import { ToolNotFoundError } from '../errors.ts';
import { jsonSchemaOf } from './json-schema-of.ts';
import type { Tool, ToolResult } from './tool-registry.ts';

/** A tool of the registry as a tool of the current kind. */
export function fromRegistryTool(tool: Tool, options?: AdaptOptions): ToolHandler {
  const { name, description, requiresApproval } = tool;
  return adaptedTool(
    {
      name,
      description,
      parameters: jsonSchemaOf(tool.inputSchema, 'input'),
      requiresApproval,
      run: async (params) => fromRegistryResult(await tool.execute(params)),
    },
    options,
  );
}

/** A current tool as a tool of the registry. Its calls take the whole way, with hooks and approval. */
export function toRegistryTool(tools: AnyTools, name: string, options?: ExecuteOptions): Tool {
  const tool = tools.get(name);
  const definition = tools.getToolDefinitions({ format: 'mcp' }).find((each) => each.name === tool?.name);
  if (tool === undefined || definition === undefined) throw new ToolNotFoundError(name);
  const { requiresApproval = false } = tool;
  return {
    name,
    description: tool.description,
    inputSchema: { ...definition.inputSchema },
    outputSchema: { ...definition.outputSchema },
    // Whether a call needs it may depend on the disk, which only the call itself can ask.
    requiresApproval: requiresApproval !== false,
    execute: async (args) => toRegistryResult(await tools.execute(name, args, options)),
  };
}

export function toRegistryResult<T>(result: CurrentResult<T>): ToolResult<T> {
  if (result.ok) return { ok: true, value: result.value };
  const { code, message, suggestion, details } = result.error;
  const more = { ...details, ...(suggestion !== undefined && { suggestion }) };
  return { ok: false, error: { code, message, ...(Object.keys(more).length > 0 && { details: more }) } };
}

export function fromRegistryResult<T>(result: ToolResult<T>): CurrentResult<T> {
  if (result.ok) return ok(result.value);
  const { code, message, details } = result.error;
  return fail({ code, message, ...(details !== undefined && { details }) });
}
