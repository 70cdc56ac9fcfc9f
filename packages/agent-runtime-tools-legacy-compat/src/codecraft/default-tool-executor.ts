import { errorMessage } from '@ku0/agent-runtime-tools-core';
import type { ParameterCheck, Tool, ToolResult } from './types/tool.ts';
import type { ToolContext } from './types/tool-context.ts';
import type { ExecutionOptions, ExecutionStats, ToolExecutor } from './types/tool-executor.ts';
import type { ToolRegistry } from './types/tool-registry.ts';
import { withSignal } from './with-signal.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

/** Finds, checks and runs tools. Never rejects: failures are results. */
export class DefaultToolExecutor implements ToolExecutor {
  readonly #registry: ToolRegistry;
  readonly #defaultContext: ToolContext;
  readonly #stats = {
    totalExecutions: 0,
    successCount: 0,
    errorCount: 0,
    totalExecutionTimeMs: 0,
    executionsByTool: {} as Record<string, number>,
  };

  constructor(registry: ToolRegistry, context: ToolContext) {
    this.#registry = registry;
    this.#defaultContext = context;
  }

  async execute(name: string, params: unknown, options?: ExecutionOptions): Promise<ToolResult> {
    return this.executeWithContext(name, params, this.#defaultContext, options);
  }

  async executeWithContext(
    name: string,
    params: unknown,
    context: ToolContext,
    options: ExecutionOptions = {},
  ): Promise<ToolResult> {
    const tool = this.#registry.get(name);
    if (tool === undefined)
      return { success: false, error: { code: 'TOOL_NOT_FOUND', message: `Unknown tool: ${name}` } };
    if (!options.skipValidation && tool.validate) {
      const { valid, errors } = tool.validate(params);
      if (!valid)
        return {
          success: false,
          error: { code: 'VALIDATION_ERROR', message: 'Invalid parameters', details: errors },
        };
    }
    const startTime = Date.now();
    try {
      const result = await runWithRetry(tool, params, context, options);
      this.#count(name, Date.now() - startTime, result.success);
      return result;
    } catch (error) {
      this.#stats.totalExecutions++;
      this.#stats.errorCount++;
      const message = errorMessage(error);
      return {
        success: false,
        error: { code: message === TIMEOUT ? 'TIMEOUT' : 'EXECUTION_ERROR', message },
        metadata: { executionTimeMs: Date.now() - startTime },
      };
    }
  }

  validate(name: string, params: unknown): ParameterCheck {
    const tool = this.#registry.get(name);
    if (tool === undefined) return { valid: false, errors: [`Unknown tool: ${name}`] };
    return tool.validate ? tool.validate(params) : { valid: true };
  }

  /** Calls that were refused before the tool ran are not counted. */
  getStats(): ExecutionStats {
    const { totalExecutions, totalExecutionTimeMs } = this.#stats;
    return {
      ...this.#stats,
      executionsByTool: { ...this.#stats.executionsByTool },
      averageExecutionTimeMs: totalExecutions > 0 ? totalExecutionTimeMs / totalExecutions : 0,
    };
  }

  #count(name: string, executionTimeMs: number, success: boolean): void {
    const { executionsByTool } = this.#stats;
    this.#stats.totalExecutions++;
    executionsByTool[name] = (executionsByTool[name] ?? 0) + 1;
    this.#stats.totalExecutionTimeMs += executionTimeMs;
    if (success) this.#stats.successCount++;
    else this.#stats.errorCount++;
  }
}

const TIMEOUT = 'Timeout';

/** Repeats failures of tools that may be repeated. Rejects with what the last attempt threw. */
async function runWithRetry(
  tool: Tool,
  params: unknown,
  context: ToolContext,
  { timeout = DEFAULT_TIMEOUT_MS, retry }: ExecutionOptions,
): Promise<ToolResult> {
  const maxAttempts = tool.capabilities?.retryable ? Math.max(1, retry?.maxAttempts ?? 1) : 1;
  let wait = retry?.delayMs ?? 0;
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await runWithTimeout(tool, params, context, timeout);
      if (result.success || attempt >= maxAttempts) return result;
    } catch (error) {
      const isTimeout = error instanceof Error && error.message === TIMEOUT;
      if (isTimeout || attempt >= maxAttempts) throw error;
    }
    await pause(wait, context.signal);
    wait *= retry?.backoffMultiplier ?? 1;
  }
}

/** Runs a tool once. When its time is up, its signal fires. */
async function runWithTimeout(tool: Tool, params: unknown, context: ToolContext, ms: number): Promise<ToolResult> {
  const controller = new AbortController();
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(TIMEOUT);
    controller.abort(error);
    reject(error);
  }, ms);
  try {
    return await Promise.race([tool.execute(params, withSignal(context, controller.signal)), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects when the signal fires. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = (): void => reject(new Error('Cancelled'));
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
