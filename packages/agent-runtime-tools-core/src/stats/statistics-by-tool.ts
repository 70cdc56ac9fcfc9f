import { CallStatistics } from './call-statistics.ts';

/**
 * The statistics of tools by name. They outlive a tool's registration, so that counts survive a new version of it. For
 * removed tools, the most recent 1,000 names are kept; older ones only count in the totals.
 */
export class StatisticsByTool {
  readonly #isRegistered: (name: string) => boolean;
  readonly #byName = new Map<string, CallStatistics>();
  #dropped = { executions: 0, errorCount: 0, totalMs: 0 };

  constructor(isRegistered: (name: string) => boolean) {
    this.#isRegistered = isRegistered;
  }

  /** The statistics of a name, created if there are none. */
  of(name: string): CallStatistics {
    const stats = this.#byName.get(name) ?? new CallStatistics();
    this.#byName.delete(name);
    this.#byName.set(name, stats);
    if (this.#byName.size > MAX_NAMES) this.#dropOldest(name);
    return stats;
  }

  /** The statistics of all registered tools, and of removed tools that were called. */
  entries(): [string, CallStatistics][] {
    return [...this.#byName].filter(([name, stats]) => this.#isRegistered(name) || stats.snapshot().executions > 0);
  }

  /** The totals of the names that were dropped. */
  get dropped(): { readonly executions: number; readonly errorCount: number; readonly totalMs: number } {
    return this.#dropped;
  }

  #dropOldest(except: string): void {
    for (const [name, stats] of this.#byName) {
      if (name === except || this.#isRegistered(name)) continue;
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

const MAX_NAMES = 1000;
