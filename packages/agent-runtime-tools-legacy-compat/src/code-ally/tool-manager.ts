import { canonicalJson } from '@ku0/agent-runtime-tools-core';
import type { ActivityStream } from './activity-stream.ts';
import type { BaseTool } from './base-tool.ts';
import { callText } from './call-text.ts';
import { FileTracker } from './file-tracker.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { ToolResult } from './tool-result.ts';
import { ToolValidator } from './tool-validator.ts';

/** Holds tools, checks their calls and runs them. */
export class ToolManager {
  readonly #tools: Map<string, BaseTool>;
  readonly #validator = new ToolValidator();
  readonly #files = new FileTracker();
  /** The calls of this turn that nothing written since has made worth repeating. */
  readonly #turn = new Set<string>();
  readonly activityStream: ActivityStream;

  constructor(tools: readonly BaseTool[], activityStream: ActivityStream) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.activityStream = activityStream;
  }

  getTool(name: string): BaseTool | undefined {
    return this.#tools.get(name);
  }

  getAllTools(): BaseTool[] {
    return [...this.#tools.values()];
  }

  getFunctionDefinitions(): FunctionDefinition[] {
    return this.getAllTools().map((tool) => tool.getFunctionDefinition());
  }

  /** Runs a tool if it exists, its arguments are right and it has not just been called with them. Never rejects. */
  async executeTool(toolName: string, args: unknown = {}): Promise<ToolResult> {
    const tool = this.#tools.get(toolName);
    if (tool === undefined)
      return refusal(`Unknown tool: ${toolName}`, `Available tools: ${[...this.#tools.keys()].join(', ')}`);
    const given: Record<string, unknown> = typeof args === 'object' && args !== null ? { ...args } : {};
    const {
      valid,
      error = '',
      suggestion,
    } = this.#validator.validateArguments(tool, tool.getFunctionDefinition(), given);
    if (!valid) return refusal(error, suggestion);
    const key = `${toolName} ${canonicalJson(given)}`;
    if (this.#turn.has(key))
      return refusal(
        `Redundant tool call detected: ${callText(toolName, given)} was already called with the same arguments in this turn`,
        'Use the result of the earlier call, or change the arguments',
      );
    const unread = this.#files.unreadFileOf(toolName, given);
    if (unread !== undefined)
      return refusal(
        `File has not been read: ${unread}`,
        `Read the file before you edit it: ${callText('read', { file_paths: [unread] })}`,
      );
    this.#turn.add(key);
    const result = await tool.execute(args ?? {});
    this.#settle(toolName, given, key, result);
    return result;
  }

  /** To be called when a new turn of the conversation begins: calls may be repeated. */
  clearCurrentTurn(): void {
    this.#turn.clear();
  }

  /** To be called when a new session begins: nothing has been called, read or written. */
  clearState(): void {
    this.clearCurrentTurn();
    this.#files.clear();
  }

  hasReadFile(path: string): boolean {
    return this.#files.hasRead(path);
  }

  hasWrittenFile(path: string): boolean {
    return this.#files.hasWritten(path);
  }

  #settle(toolName: string, args: Record<string, unknown>, key: string, result: ToolResult): void {
    // A call that failed may be tried again.
    if (!result.success) this.#turn.delete(key);
    else if (this.#files.record(toolName, args)) {
      this.#turn.clear();
      this.#turn.add(key);
    }
  }
}

function refusal(error: string, suggestion: string | undefined): ToolResult {
  return {
    success: false,
    error,
    error_type: 'validation_error',
    ...(suggestion !== undefined && { suggestion }),
  };
}
