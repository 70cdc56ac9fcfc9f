import type { RemoteToolSource, ToolContext, ToolResult } from '@ku0/agent-runtime-tools-core';
import type { ToolSpec } from '../spec/tool-spec.ts';

/** The validated arguments of a call. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Runs the tools of one kind. Write your own for kinds that this package does not know. */
export interface SpecExecutor {
  /** The `tool_type` of the specs that it runs. */
  readonly kind: string;
  /** Reads the configuration of a spec, before the first call. Throws a SpecConfigError if it is wrong. */
  prepare(spec: ToolSpec, config: Readonly<Record<string, unknown>>): PreparedTool | Promise<PreparedTool>;
  /** Says which tool of an MCP server the calls go to, so that rules for it apply. */
  remote?(config: Readonly<Record<string, unknown>>): RemoteToolSource | undefined;
  /** Ends everything that it has started. */
  shutdown?(): Promise<void>;
}

/** A tool that is ready to be called. */
export interface PreparedTool {
  /** May reject with a ToolFailure, or with any error. */
  execute(args: ToolArguments, context: ToolContext): Promise<ToolResult>;
}

/** What is wrong with the configuration of a spec. */
export class SpecConfigError extends Error {
  override readonly name = 'SpecConfigError';
}
