import { CallStatistics } from './call-statistics.ts';

/**
 * The statistics of tools by name. They outlive a tool's registration, so that counts survive a new version of it. For
 * removed tools, the most recent 1,000 names are kept; older ones only count in the totals.
 */
export class StatisticsByTool {
  readonly #registered: RegisteredNames;
  readonly #byName = new Map<string, CallStatistics>();
  #dropped = { executions: 0, errorCount: 0, totalMs: 0 };

  constructor(registered: RegisteredNames) {
    this.#registered = registered;
  }

  /** The statistics of a name, created if there are none. */
  of(name: string): CallStatistics {
    const stats = this.#byName.get(name) ?? new CallStatistics();
    this.#byName.delete(name);
    this.#byName.set(name, stats);
    // Registered tools do not count: with thousands of them, each registration would look through all the others.
    if (this.#byName.size - this.#registered.size > MAX_REMOVED) this.#dropOldest(name);
    return stats;
  }

  /** The statistics of all registered tools, and of removed tools that were called. */
  entries(): [string, CallStatistics][] {
    return [...this.#byName].filter(([name, stats]) => this.#registered.has(name) || stats.snapshot().executions > 0);
  }

  /** The totals of the names that were dropped. */
  get dropped(): { readonly executions: number; readonly errorCount: number; readonly totalMs: number } {
    return this.#dropped;
  }

  #dropOldest(except: string): void {
    for (const [name, stats] of this.#byName) {
      if (name === except || this.#registered.has(name)) continue;
      const { executions, errorCount } = stats.snapshot();
      this.#dropped = {
        executions: this.#dropped.executions + executions,
        errorCount: this.#dropped.errorCount + errorCount,
        totalMs: this.#dropped.totalMs + stats.totalMs,
      };
      this.#byName.delete(name);
      return;
    }
  }
}

const MAX_REMOVED = 1000;

/** The names of the tools that are registered now. */
export interface RegisteredNames {
  readonly size: number;
  has(name: string): boolean;
}
