import type {
  AnyTools,
  ToolContext as CurrentContext,
  ToolHandler as CurrentTool,
  ToolCallbacks as CurrentCallbacks,
} from '@ku0/agent-runtime-tools-core';
import { adaptedTool, type AdaptOptions } from '../adapt/adapted-tool.ts';
import { fromCurrentResult, toCurrentResult } from './current-result.ts';
import { ToolNotFoundError } from './errors.ts';
import type { ToolCallbacks, ToolContext, ToolHandler } from './tool-handler.ts';

/** A handler of this system as a tool of the current kind. */
export function toCurrentTool(handler: ToolHandler, options?: AdaptOptions): CurrentTool {
  const { name, description, schema } = handler;
  return adaptedTool(
    {
      name,
      description,
      parameters: schema,
      ...(handler.validate !== undefined && {
        validate: (params: unknown, context: CurrentContext) =>
          handler.validate?.(params, fromCurrentContext(context)) ?? { valid: true },
      }),
      run: (params, context) => toCurrentResult(() => handler.execute(params, fromCurrentContext(context))),
    },
    options,
  );
}

/** A current tool as a handler of this system. Its calls take the whole way, with hooks and approval. */
export function fromCurrentTool(tools: AnyTools, name: string): ToolHandler {
  const definition = tools.getToolDefinitions().find((each) => each.name === tools.get(name)?.name);
  if (definition === undefined) throw new ToolNotFoundError(name);
  return {
    name,
    description: definition.description,
    schema: { ...definition.parameters },
    async execute(params, { cwd, taskId, callbacks }) {
      return fromCurrentResult(
        await tools.execute(name, params, { cwd, taskId, callbacks: toCurrentCallbacks(callbacks) }),
      );
    },
    validate: (params) => tools.validate(name, params),
  };
}

/** Every current tool as a handler of this system. */
export function fromCurrentTools(tools: AnyTools): ToolHandler[] {
  return tools.getNames().map((name) => fromCurrentTool(tools, name));
}

function fromCurrentContext({ cwd, taskId, autoApproval, services, callbacks }: CurrentContext): ToolContext {
  return {
    cwd,
    taskId,
    autoApproval: { ...autoApproval },
    services: { ...services },
    callbacks: {
      ...(callbacks.ask && { ask: async (question: string) => callbacks.ask?.(question) ?? '' }),
      ...(callbacks.confirm && { confirm: async (message: string) => callbacks.confirm?.(message) ?? false }),
      ...(callbacks.say && { say: (type: string, text?: string) => callbacks.say?.(text ?? type) }),
    },
  };
}

export function toCurrentCallbacks(callbacks: ToolCallbacks): CurrentCallbacks {
  return {
    ...(callbacks.ask && { ask: async (question: string) => callbacks.ask?.(question) ?? '' }),
    ...(callbacks.confirm && { confirm: async (message: string) => callbacks.confirm?.(message) ?? false }),
    ...(callbacks.say && {
      say: async (message: string) => {
        await callbacks.say?.('text', message);
      },
    }),
  };
}
