import { LatencyHistogram } from './latency-histogram.ts';

export interface ToolStats {
  readonly executions: number;
  readonly successCount: number;
  readonly errorCount: number;
  readonly averageExecutionTimeMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly errorsByCode: Readonly<Record<string, number>>;
}

export interface CoordinatorStats {
  readonly totalExecutions: number;
  readonly successCount: number;
  readonly errorCount: number;
  readonly averageExecutionTimeMs: number;
  readonly executionsByTool: Readonly<Record<string, number>>;
  readonly tools: Readonly<Record<string, ToolStats>>;
  /** Calls to names that no tool has. */
  readonly unknownToolCalls: number;
  readonly inFlight: number;
  /** Calls that are waiting for a slot now. */
  readonly queueLength: number;
  /** The most calls that ever waited at once. */
  readonly maxQueueLength: number;
}

/** Counts and durations of one tool's calls. */
export class CallStatistics {
  #executions = 0;
  #errors = 0;
  #totalMs = 0;
  readonly #latency = new LatencyHistogram();
  readonly #errorsByCode = new Map<string, number>();

  record(ms: number, errorCode?: string): void {
    this.#executions++;
    this.#totalMs += ms;
    this.#latency.add(ms);
    if (errorCode === undefined) return;
    this.#errors++;
    // Codes come from handlers: a handler that makes up a new one each time must not fill the memory.
    const code = this.#errorsByCode.size < MAX_CODES || this.#errorsByCode.has(errorCode) ? errorCode : 'OTHER';
    this.#errorsByCode.set(code, (this.#errorsByCode.get(code) ?? 0) + 1);
  }

  get totalMs(): number {
    return this.#totalMs;
  }

  snapshot(): ToolStats {
    return {
      executions: this.#executions,
      successCount: this.#executions - this.#errors,
      errorCount: this.#errors,
      averageExecutionTimeMs: this.#executions === 0 ? 0 : this.#totalMs / this.#executions,
      p50Ms: this.#latency.quantile(0.5),
      p95Ms: this.#latency.quantile(0.95),
      errorsByCode: Object.fromEntries(this.#errorsByCode),
    };
  }
}

const MAX_CODES = 100;
