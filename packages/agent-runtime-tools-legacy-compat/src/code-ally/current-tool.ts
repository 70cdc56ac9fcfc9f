import type { ActivitySource, AnyTools, ExecuteOptions, ToolHandler } from '@ku0/agent-runtime-tools-core';
import { adaptedTool, type AdaptOptions } from '../adapt/adapted-tool.ts';
import type { ActivityStream } from './activity-stream.ts';
import { BaseTool } from './base-tool.ts';
import { fromCurrentResult, toCurrentResult } from './current-result.ts';
import type { FunctionDefinition, ParameterSchema } from './function-definition.ts';
import type { ToolResult } from './tool-result.ts';

/** A tool of this system as a tool of the current kind. It needs approval if it asked for confirmation. */
export function toCurrentTool(tool: BaseTool, options?: AdaptOptions): ToolHandler {
  const { name, description, parameters } = tool.getFunctionDefinition().function;
  return adaptedTool(
    {
      name,
      description,
      parameters: { ...parameters },
      requiresApproval: tool.requiresConfirmation,
      ...(!tool.requiresConfirmation && {
        capabilities: { writesFiles: false, executesCommands: false, destructive: false },
      }),
      run: async (params) => toCurrentResult(await tool.execute(params)),
    },
    options,
  );
}

/** A current tool as a tool of this system. Its calls take the whole way, with hooks and approval. */
export function fromCurrentTool(
  tools: AnyTools,
  name: string,
  activityStream: ActivityStream,
  options?: ExecuteOptions,
): BaseTool {
  return new CurrentTool(tools, name, activityStream, options);
}

class CurrentTool extends BaseTool {
  readonly name: string;
  readonly description: string;
  readonly requiresConfirmation: boolean;
  readonly #tools: AnyTools;
  readonly #options: ExecuteOptions | undefined;

  constructor(tools: AnyTools, name: string, activityStream: ActivityStream, options: ExecuteOptions | undefined) {
    super(activityStream);
    const current = tools.get(name);
    if (current === undefined) throw new Error(`Unknown tool: ${name}`);
    this.name = name;
    this.description = current.description;
    this.requiresConfirmation = (current.requiresApproval ?? false) !== false;
    this.#tools = tools;
    this.#options = options;
  }

  override getFunctionDefinition(): FunctionDefinition {
    const { name, description } = this;
    const definition = this.#tools.getToolDefinitions().find((each) => each.name === this.#tools.get(name)?.name);
    const { properties = {}, required = [] } = (definition?.parameters ?? {}) as {
      readonly properties?: Record<string, ParameterSchema>;
      readonly required?: string[];
    };
    return { type: 'function', function: { name, description, parameters: { type: 'object', properties, required } } };
  }

  protected async executeImpl(args: Record<string, unknown>): Promise<ToolResult> {
    this.captureParams(args);
    const { callId } = this;
    const { activity } = this.#tools;
    const stop = forwardOutput(activity, callId, (chunk) => this.emitOutputChunk(callId, chunk));
    try {
      const result = await this.#tools.execute(this.name, args, { ...this.#options, callId });
      if (result.ok) return fromCurrentResult(result);
      const { message, kind, suggestion } = result.error;
      return this.formatErrorResponse(message, kind, suggestion);
    } finally {
      stop();
    }
  }
}

function forwardOutput(activity: ActivitySource, callId: string, onChunk: (chunk: string) => void): () => void {
  return activity.subscribe('tool_output_chunk', (event) => {
    if (event.callId === callId) onChunk(event.data.chunk);
  });
}
