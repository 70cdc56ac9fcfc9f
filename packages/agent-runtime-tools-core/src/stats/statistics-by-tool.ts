import { CallStatistics } from './call-statistics.ts';

/**
 * The statistics of tools by name: they outlive a tool's registration, so that counts survive a new version of it. Of
 * tools that are gone the most recent are kept apart; older ones only count in the sums.
 */
export class StatisticsByTool {
  readonly #isRegistered: (name: string) => boolean;
  readonly #byName = new Map<string, CallStatistics>();
  #forgotten = { executions: 0, errorCount: 0, totalMs: 0 };

  constructor(isRegistered: (name: string) => boolean) {
    this.#isRegistered = isRegistered;
  }

  /** Those of a name, made where there are none. */
  of(name: string): CallStatistics {
    const stats = this.#byName.get(name) ?? new CallStatistics();
    this.#byName.delete(name);
    this.#byName.set(name, stats);
    if (this.#byName.size > MAX_NAMES) this.#forgetOldest(name);
    return stats;
  }

  /** Of all tools that are registered, and of those that are gone and have been called. */
  entries(): [string, CallStatistics][] {
    return [...this.#byName].filter(([name, stats]) => this.#isRegistered(name) || stats.snapshot().executions > 0);
  }

  /** What is no longer known by name. */
  get forgotten(): { readonly executions: number; readonly errorCount: number; readonly totalMs: number } {
    return this.#forgotten;
  }

  #forgetOldest(except: string): void {
    for (const [name, stats] of this.#byName) {
      if (name === except || this.#isRegistered(name)) continue;
      const { executions, errorCount } = stats.snapshot();
      this.#forgotten = {
        executions: this.#forgotten.executions + executions,
        errorCount: this.#forgotten.errorCount + errorCount,
        totalMs: this.#forgotten.totalMs + stats.totalMs,
      };
      this.#byName.delete(name);
      return;
    }
  }
}

const MAX_NAMES = 1000;
