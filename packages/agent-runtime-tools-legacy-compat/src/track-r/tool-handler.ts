import type { AnyTools } from '@ku0/agent-runtime-tools-core';
import type { AutoApprovalConfig } from './approval/auto-approval-config.ts';

/** A JSON Schema as plain data. */
export type JSONSchema = Readonly<Record<string, unknown>>;

/** A tool whose `execute` gives its value as it is and throws when it fails. */
export interface ToolHandler<TParams = unknown, TResult = unknown> {
  /** Any text, for example with `:`. */
  readonly name: string;
  readonly description: string;
  readonly schema: JSONSchema;
  execute(params: TParams, context: ToolContext): Promise<TResult>;
  /** Called while the arguments are still streaming. */
  handlePartial?(block: PartialToolUse, context: ToolContext): Promise<void>;
  validate?(params: TParams, context: ToolContext): ValidationResult;
}

export interface ToolContext {
  cwd: string;
  taskId: string;
  autoApproval: AutoApprovalConfig;
  /** What handlers work with, by name. */
  services: ToolServices;
  callbacks: ToolCallbacks;
}

export interface ToolServices {
  /** The current tools. Handlers such as `ReadFileToolHandler` pass their calls on to them. */
  tools?: AnyTools;
  readonly [service: string]: unknown;
}

/** What the host offers to handlers and hooks. */
export interface ToolCallbacks {
  /** Ends the task, for example after a hook has cancelled it. */
  cancelTask?(): void | Promise<void>;
  say?(type: string, text?: string): unknown;
  ask?(question: string): Promise<string>;
  confirm?(message: string): Promise<boolean>;
  readonly [callback: string]: unknown;
}

/** A call as the model writes it. */
export interface ToolUse {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** True while arguments are still missing. */
  readonly partial: boolean;
  readonly [member: string]: unknown;
}

export type PartialToolUse = ToolUse;

export interface ValidationResult {
  readonly valid: boolean;
  readonly errors?: readonly string[];
}

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JSONSchema;
}

/** Wraps the calls of all tools. */
export interface ToolMiddleware {
  name: string;
  execute(params: unknown, context: ToolContext, next: (params: unknown) => Promise<unknown>): Promise<unknown>;
}
