import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { ActivityEventType, type ActivityEventData, type ActivityStream } from './activity-stream.ts';
import { callText } from './call-text.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { ErrorType, ToolResult } from './tool-result.ts';
import { ToolValidator, type ValidationResult } from './tool-validator.ts';

interface Call {
  readonly id: string;
  params: Readonly<Record<string, unknown>>;
}

/** The class that tools extend. Its calls are events, and its failures are results. */
export abstract class BaseTool {
  abstract readonly name: string;
  abstract readonly description: string;
  /** Whether the host asks a person before each call. */
  abstract readonly requiresConfirmation: boolean;
  readonly suppressExecutionAnimation: boolean = false;

  protected readonly activityStream: ActivityStream;
  /** Calls of one tool may overlap, so each has its own parameters. */
  readonly #calls = new AsyncLocalStorage<Call>();
  /** For methods that are used outside of a call. */
  readonly #noCall: Call = { id: '', params: {} };

  constructor(activityStream: ActivityStream) {
    this.activityStream = activityStream;
  }

  protected abstract executeImpl(args: Record<string, unknown>): Promise<ToolResult>;

  /** Runs the tool. Never rejects: what `executeImpl` throws is a `system_error`. */
  async execute(args: unknown = {}): Promise<ToolResult> {
    const call: Call = { id: randomUUID(), params: {} };
    return this.#calls.run(call, async () => {
      this.#emit(ActivityEventType.TOOL_CALL_START, call.id, { arguments: args });
      const result = await this.#run(args);
      if (!result.success) this.#emit(ActivityEventType.ERROR, call.id, { error: result.error });
      this.#emit(ActivityEventType.TOOL_CALL_END, call.id, { result, success: result.success });
      return result;
    });
  }

  /** The tool for the model. Tools with parameters override it. */
  getFunctionDefinition(): FunctionDefinition {
    const { name, description } = this;
    return {
      type: 'function',
      function: { name, description, parameters: { type: 'object', properties: {}, required: [] } },
    };
  }

  validateArguments(args: Readonly<Record<string, unknown>>): ValidationResult {
    return new ToolValidator().validateArguments(this, this.getFunctionDefinition(), args);
  }

  /** A few lines of a result, for a UI. */
  getResultPreview(result: ToolResult, maxLines = 3): string[] {
    if (!result.success) return [`Error: ${result.error}`];
    const text = PREVIEWED.map((member) => result[member]).find((value) => typeof value === 'string' && value !== '');
    const lines = typeof text === 'string' ? text.trimEnd().split('\n') : [];
    return lines.length > maxLines ? [...lines.slice(0, maxLines), '...'] : lines;
  }

  /** Keeps the arguments of this call for error messages. */
  protected captureParams(params: unknown): void {
    const entries: [string, unknown][] = typeof params === 'object' && params !== null ? Object.entries(params) : [];
    const call = this.#calls.getStore() ?? this.#noCall;
    call.params = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
  }

  /** A failure whose text names the call: `my_tool(param1="value"): message`. */
  protected formatErrorResponse(message: string, errorType: ErrorType = 'general', suggestion?: string): ToolResult {
    const { params } = this.#calls.getStore() ?? this.#noCall;
    return {
      success: false,
      error: `${callText(this.name, params)}: ${message}`,
      error_type: errorType,
      ...(suggestion !== undefined && { suggestion }),
    };
  }

  protected formatSuccessResponse(fields: Record<string, unknown> = {}): ToolResult {
    return { success: true, error: '', ...fields };
  }

  /** Publishes output while the tool is running. */
  protected emitOutputChunk(callId: string, chunk: string): void {
    this.#emit(ActivityEventType.TOOL_OUTPUT_CHUNK, callId, { chunk });
  }

  /** The id of the events of this call. */
  protected get callId(): string {
    return (this.#calls.getStore() ?? this.#noCall).id;
  }

  async #run(args: unknown): Promise<ToolResult> {
    try {
      return await this.executeImpl(isRecord(args) ? args : {});
    } catch (error) {
      return this.formatErrorResponse(errorMessage(error), 'system_error');
    }
  }

  #emit(type: string, id: string, data: ActivityEventData): void {
    this.activityStream.emit({ id, type, timestamp: Date.now(), data: { toolName: this.name, ...data } });
  }
}

/** The members of results that are shown, the first that has a text. */
const PREVIEWED = ['content', 'output', 'result'];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
