import type { CapabilityFlag, RetryOptions } from '@ku0/agent-runtime-tools-core';

/** A JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool as data: what it does for a planner, and how an executor runs it. Frozen, with all defaults filled in. */
export interface ToolSpec {
  readonly name: string;
  /** What the tool does, for the model. */
  readonly description: string;
  /** The kind of executor that runs it: one of `ToolType`, or a kind of your own. */
  readonly toolType: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** What the executor needs to know. Planners never see it. */
  readonly implementationConfig: Readonly<Record<string, unknown>>;
  /** Members of `implementationConfig` that differ in an environment, by its name: `{ dev: { ... }, prod: { ... } }`. */
  readonly environments?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Limits on time, calls at once, output and retries. */
  readonly limits?: SpecLimits;
  readonly metadata: ToolMetadata;
}

/** What is known about a tool besides its purpose. Policies, roles and views decide by it. */
export interface ToolMetadata {
  /** Semver. Default '1.0.0'. */
  readonly version: string;
  /** A name for people. */
  readonly title?: string;
  readonly category?: string;
  readonly tags: readonly string[];
  /** The permissions that a caller needs. They are in `annotations.permissions` of the tool. */
  readonly permissions: readonly string[];
  /** The tool gets the capability `destructive`, and every call needs approval. */
  readonly isDangerous: boolean;
  /** Every call needs approval. Default false, for tools of MCP servers true. */
  readonly requiresApproval: boolean;
  /** Capabilities that differ from those that its executor assumes. `isDangerous` cannot be taken back here. */
  readonly capabilities?: Readonly<Partial<Record<CapabilityFlag, boolean>>>;
  /** Any other data about the tool. */
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** The limits of one tool. The coordinator enforces them. */
export interface SpecLimits {
  readonly timeoutMs?: number;
  readonly concurrency?: number;
  readonly maxOutputChars?: number;
  /** Counts only for errors that are retryable. */
  readonly retry?: Omit<RetryOptions, 'random'>;
}

/** The kinds of tools that this package has executors for. */
export const ToolType = Object.freeze({
  MODULE: 'module',
  PYTHON: 'python',
  SHELL: 'shell',
  SANDBOX: 'sandbox',
  HTTP: 'http',
  MCP: 'mcp',
  CUSTOM: 'custom',
} as const);

/** A spec as it is written: with defaults left out, in camelCase or snake_case. */
export type ToolSpecDraft = Readonly<Record<string, unknown>>;
