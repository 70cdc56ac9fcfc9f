import type { ContentPart, DryRun, ToolResult } from '@ku0/agent-runtime-tools-core';

export type { ContentPart } from '@ku0/agent-runtime-tools-core';

/** Where the Studio runs, and what it serves. */
export interface Overview {
  readonly workspace: string;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly tools: number;
  /** Where MCP clients connect, if they can. */
  readonly mcpUrl?: string;
}

export interface ToolSummary {
  readonly name: string;
  /** The pack that the tool was registered with. */
  readonly family: string;
  readonly summary: string;
  /** What it may do: reads, writes, executes, network, destroys. */
  readonly effects: readonly string[];
  /** Whether its calls need approval; `sometimes` depends on the call. */
  readonly approval: 'always' | 'sometimes' | 'never';
}

export interface ToolDetails extends ToolSummary {
  readonly description: string;
  readonly version: string;
  readonly aliases: readonly string[];
  /** JSON Schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly output?: Readonly<Record<string, unknown>>;
  readonly example: unknown;
  readonly definitions: readonly WireDefinition[];
}

/** The definition of a tool as a model provider expects it. */
export interface WireDefinition {
  readonly format: string;
  readonly definition: unknown;
}

/** The outcome of a call. */
export interface CallAnswer {
  readonly result: ToolResult;
  /** What a model would read. */
  readonly content: readonly ContentPart[];
  /** The value was too large for the page and is left out of the result. */
  readonly valueLeftOut?: true;
}

export interface DryRunAnswer {
  readonly result: ToolResult<DryRun>;
}
