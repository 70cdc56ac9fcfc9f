import type { ParameterCheck, ToolResult } from './tool.ts';
import type { ToolContext } from './tool-context.ts';

export interface ExecutionOptions {
  /** Milliseconds for each attempt. Default 30,000. */
  timeout?: number;
  skipValidation?: boolean;
  /** For tools that are `retryable`. A timeout is not retried. */
  retry?: {
    maxAttempts: number;
    delayMs: number;
    /** Default 1. */
    backoffMultiplier?: number;
  };
}

export interface ExecutionStats {
  totalExecutions: number;
  successCount: number;
  errorCount: number;
  totalExecutionTimeMs: number;
  averageExecutionTimeMs: number;
  executionsByTool: Record<string, number>;
}

export interface ToolExecutor {
  execute(name: string, params: unknown, options?: ExecutionOptions): Promise<ToolResult>;
  executeWithContext(
    name: string,
    params: unknown,
    context: ToolContext,
    options?: ExecutionOptions,
  ): Promise<ToolResult>;
  validate(name: string, params: unknown): ParameterCheck;
  getStats(): ExecutionStats;
}
