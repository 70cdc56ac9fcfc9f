import type { AnyActivityEvent, CoordinatorStats } from '@ku0/agent-runtime-tools-core';
import type { Insight, MinuteStats } from '@ku0/studio/api';

interface Minute {
  readonly time: number;
  calls: number;
  errors: number;
  /** A sample of the durations. */
  durations: number[];
}

/** Counts calls minute by minute, and approvals by outcome. Its memory does not grow with the number of calls. */
export class InsightRecorder {
  readonly #startedAt: number;
  readonly #minutes: Minute[] = [];
  readonly #all: Minute;
  readonly #approvals = new Map<string, number>();
  readonly #random: () => number;

  constructor({ startedAt = Date.now(), random = Math.random } = {}) {
    this.#startedAt = startedAt;
    this.#random = random;
    this.#all = { time: startedAt, calls: 0, errors: 0, durations: [] };
  }

  add(event: AnyActivityEvent): void {
    if (event.type === 'tool_call_end') {
      const { success, durationMs, result } = event.data;
      const ms = result?.metadata.executionTimeMs ?? durationMs;
      for (const minute of [this.#minuteOf(event.timestamp), this.#all]) this.#count(minute, success, ms);
    } else if (event.type === 'approval_decided') {
      const outcome = outcomeOf(event.data.approved, event.data.by);
      this.#approvals.set(outcome, (this.#approvals.get(outcome) ?? 0) + 1);
    }
  }

  /** `stats` are the coordinator's own, by tool. */
  read(stats: CoordinatorStats, now = Date.now()): Insight {
    const tools = Object.entries(stats.tools).map(
      ([name, { executions: calls, errorCount: errors, p50Ms, p95Ms }]) => ({
        name,
        calls,
        errors,
        p50Ms,
        p95Ms,
      }),
    );
    const codes = new Map<string, number>();
    for (const { errorsByCode } of Object.values(stats.tools))
      for (const [code, count] of Object.entries(errorsByCode)) codes.set(code, (codes.get(code) ?? 0) + count);
    const { p50Ms, p95Ms } = summary(this.#all);
    return {
      startedAt: this.#startedAt,
      totals: { calls: this.#all.calls, errors: this.#all.errors, running: stats.inFlight, p50Ms, p95Ms },
      minutes: this.#lastHour(now),
      tools: tools.filter(({ calls }) => calls > 0).toSorted((a, b) => b.calls - a.calls),
      errorsByCode: [...codes].map(([code, count]) => ({ code, count })).toSorted((a, b) => b.count - a.count),
      approvals: [...this.#approvals].map(([outcome, count]) => ({ outcome, count })),
    };
  }

  #minuteOf(timestamp: number): Minute {
    const time = Math.floor(timestamp / MINUTE_MS) * MINUTE_MS;
    const latest = this.#minutes.at(-1);
    if (latest !== undefined && latest.time >= time) return latest;
    const minute = { time, calls: 0, errors: 0, durations: [] };
    this.#minutes.push(minute);
    if (this.#minutes.length > MINUTES) this.#minutes.shift();
    return minute;
  }

  /** Keeps a fair sample: each call of the minute has the same chance to be in it. */
  #count(minute: Minute, success: boolean, ms: number): void {
    minute.calls++;
    if (!success) minute.errors++;
    if (minute.durations.length < MAX_DURATIONS) minute.durations.push(ms);
    else {
      const at = Math.floor(this.#random() * minute.calls);
      if (at < MAX_DURATIONS) minute.durations[at] = ms;
    }
  }

  /** Minutes without calls are there too. */
  #lastHour(now: number): MinuteStats[] {
    const current = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    const byTime = new Map(this.#minutes.map((minute) => [minute.time, minute]));
    return Array.from({ length: MINUTES }, (_, index) => {
      const time = current - (MINUTES - 1 - index) * MINUTE_MS;
      const minute = byTime.get(time);
      return minute === undefined
        ? { time, calls: 0, errors: 0, p50Ms: 0, p95Ms: 0 }
        : { time, calls: minute.calls, errors: minute.errors, ...summary(minute) };
    });
  }
}

function summary({ durations }: Minute): { p50Ms: number; p95Ms: number } {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}

function outcomeOf(approved: boolean, by: string): string {
  if (by === 'not-required') return 'not needed';
  const who = by.split(':', 1)[0] ?? by;
  return `${approved ? 'approved' : 'denied'} by ${who}`;
}

const MINUTE_MS = 60_000;
const MINUTES = 60;
const MAX_DURATIONS = 1000;
