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
  /** Calls of names that no tool has. */
  readonly unknownToolCalls: number;
  readonly inFlight: number;
  /** Calls that wait for a place now, and the most that ever did at once. */
  readonly queueLength: number;
  readonly maxQueueLength: number;
}

/** What has happened to one tool's calls. */
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
    // Codes come from handlers: a handler that invents a new one each time must not grow this for ever.
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
