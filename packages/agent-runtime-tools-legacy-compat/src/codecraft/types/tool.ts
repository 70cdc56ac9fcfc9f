import type { ToolContext } from './tool-context.ts';

/** The schema of a parameter, as Gemini takes it. */
export interface ToolParameterSchema {
  /** A member of `SchemaType`. */
  type: string;
  description: string;
  properties?: Record<string, ToolParameterSchema>;
  items?: ToolParameterSchema;
  required?: string[];
  enum?: string[];
}

export interface ToolResult {
  success: boolean;
  data?: unknown;
  error?: { code: string; message: string; details?: unknown };
  metadata?: {
    executionTimeMs: number;
    bytesRead?: number;
    bytesWritten?: number;
    filesAccessed?: string[];
  };
}

export interface ToolCapabilities {
  writesFiles: boolean;
  executesCommands: boolean;
  /** It needs `context.rustEngine`. */
  requiresRustEngine: boolean;
  accessesNetwork: boolean;
  idempotent: boolean;
  /** The executor repeats a failed call only if this is true. */
  retryable: boolean;
}

export interface ParameterCheck {
  valid: boolean;
  errors?: string[];
}

/** A tool whose failures are results and which works on the files of its context. */
export interface Tool {
  name: string;
  description: string;
  /** Semver. */
  version: string;
  parameters: ToolParameterSchema;
  capabilities: ToolCapabilities;
  execute(params: unknown, context: ToolContext): Promise<ToolResult>;
  validate?(params: unknown): ParameterCheck;
  /** Called once at the start. */
  initialize?(context: ToolContext): Promise<void>;
  shutdown?(): Promise<void>;
  /** Says what a call would do, without effect. */
  dryRun?(params: unknown, context: ToolContext): Promise<ToolResult>;
}
