import type { AnyTools, ToolContext as CurrentContext, ToolHandler } from '@ku0/agent-runtime-tools-core';
import { adaptedTool, type AdaptOptions } from '../adapt/adapted-tool.ts';
import { fromCurrentResult, toCurrentResult } from './current-result.ts';
import { createDefaultContext } from './tool-context.ts';
import type { Tool, ToolParameterSchema } from './types/tool.ts';
import type { ToolContext } from './types/tool-context.ts';

export interface ToCurrentToolOptions extends AdaptOptions {
  /** What the tool works with. Default: the machine's files. The folder, the signal and `confirm` are those of each call. */
  readonly context?: Partial<ToolContext>;
}

/** A tool of this system as a tool of the current kind. It needs approval if it writes, runs commands or uses the network. */
export function toCurrentTool(tool: Tool, { context = {}, ...options }: ToCurrentToolOptions = {}): ToolHandler {
  const { writesFiles, executesCommands, accessesNetwork, idempotent, retryable } = tool.capabilities;
  const changes = writesFiles || executesCommands;
  return adaptedTool(
    {
      name: tool.name,
      description: tool.description,
      version: tool.version,
      parameters: { ...tool.parameters },
      capabilities: { writesFiles, executesCommands, accessesNetwork, destructive: changes, idempotent, retryable },
      requiresApproval: changes || accessesNetwork,
      ...(tool.validate !== undefined && {
        validate: (params: unknown) => tool.validate?.(params) ?? { valid: true },
      }),
      run: async (params, call) => toCurrentResult(await tool.execute(params, contextOf(call, context))),
    },
    options,
  );
}

/** A current tool as a tool of this system. Its calls take the whole way, with hooks and approval. */
export function fromCurrentTool(tools: AnyTools, name: string): Tool {
  const current = tools.get(name);
  const definition = tools.getToolDefinitions({ format: 'gemini' }).find((each) => each.name === current?.name);
  if (current === undefined || definition === undefined) throw new Error(`Unknown tool: ${name}`);
  const { writesFiles, executesCommands, accessesNetwork, idempotent, retryable } = current.capabilities;
  return {
    name,
    description: current.description,
    version: current.version,
    parameters: parametersOf(definition.parameters),
    capabilities: { writesFiles, executesCommands, accessesNetwork, idempotent, retryable, requiresRustEngine: false },
    validate(params) {
      const { valid, errors = [] } = tools.validate(name, params);
      return { valid, errors: [...errors] };
    },
    async execute(params, { cwd, signal, confirm }) {
      return fromCurrentResult(
        await tools.execute(name, params, {
          cwd,
          ...(signal !== undefined && { signal }),
          ...(confirm !== undefined && { callbacks: { confirm: (message: string) => confirm(message) } }),
        }),
      );
    },
  };
}

function contextOf({ cwd, signal, callbacks, logger }: CurrentContext, given: Partial<ToolContext>): ToolContext {
  return {
    ...createDefaultContext(),
    ...(callbacks.confirm && { confirm: async (message: string) => callbacks.confirm?.(message) ?? false }),
    logger: {
      debug: (message) => logger.debug(message),
      info: (message) => logger.info(message),
      warn: (message) => logger.warn(message),
      error: (message) => logger.error(message),
    },
    ...given,
    cwd,
    signal,
  };
}

function parametersOf(schema: unknown): ToolParameterSchema {
  const described = typeof schema === 'object' && schema !== null ? schema : {};
  return { type: 'object', description: 'The parameters', ...described };
}
