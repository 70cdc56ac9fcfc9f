import type { ActivityEvent, AttachedCoordinator } from '@ku0/agent-runtime-tools-core';
import { Counters, type Sample } from './counters.ts';
import { DURATION_BOUNDS, DurationHistogram, type HistogramSnapshot } from './duration-histogram.ts';
import { LabelSet } from './label-set.ts';

/** A duration that was just measured, for exporters that want each one. */
export interface Measurement {
  readonly metric: 'duration' | 'queueWait' | 'approvalWait';
  readonly labels: Readonly<Record<string, string>>;
  readonly seconds: number;
  /** The error code of a call that failed. */
  readonly error?: string;
}

export interface HistogramSample extends HistogramSnapshot {
  readonly labels: Readonly<Record<string, string>>;
}

/** Counts calls as they end. What it keeps grows with the number of tools, not with the number of calls. */
export class ToolMetrics {
  readonly #tools: LabelSet;
  readonly #codes = new LabelSet(MAX_CODES);
  readonly #deciders = new LabelSet(MAX_DECIDERS);
  readonly #byTool = new Map<string, ToolSeries>();
  readonly #approvalWait = new Map<string, DurationHistogram>();
  readonly #approvals = new Counters(['tool', 'outcome', 'by']);
  readonly #hooks = new Counters(['event', 'decision']);
  readonly #coordinators = new Set<AttachedCoordinator>();
  readonly #listeners = new Set<(measurement: Measurement) => void>();

  constructor({ maxTools = 500 }: { readonly maxTools?: number } = {}) {
    this.#tools = new LabelSet(maxTools);
  }

  /** Counts the calls of a coordinator until the returned function is called. */
  listen(coordinator: AttachedCoordinator): () => void {
    this.#coordinators.add(coordinator);
    const { activity } = coordinator;
    const unsubscribe = [
      activity.subscribe('tool_call_end', (event) => this.#ended(event, coordinator)),
      activity.subscribe('approval_decided', (event) => this.#decided(event)),
      activity.subscribe('hook_end', ({ data }) => this.#hooks.add([data.event, data.decision])),
    ];
    return () => {
      this.#coordinators.delete(coordinator);
      for (const each of unsubscribe) each();
    };
  }

  onMeasurement(listener: (measurement: Measurement) => void): void {
    this.#listeners.add(listener);
  }

  calls(): Sample[] {
    return [...this.#byTool].flatMap(([tool, { ok, failed }]) => [
      { labels: { tool, outcome: 'ok' }, value: ok },
      { labels: { tool, outcome: 'error' }, value: failed },
    ]);
  }

  errors(): Sample[] {
    return [...this.#byTool].flatMap(([tool, { codes }]) =>
      [...codes].map(([code, value]) => ({ labels: { tool, code }, value })),
    );
  }

  approvals(): Sample[] {
    return this.#approvals.samples();
  }

  hooks(): Sample[] {
    return this.#hooks.samples();
  }

  queueLength(): Sample[] {
    return [{ labels: {}, value: this.#sum(({ queueLength }) => queueLength) }];
  }

  inFlight(): Sample[] {
    return [{ labels: {}, value: this.#sum(({ inFlight }) => inFlight) }];
  }

  duration(): HistogramSample[] {
    return [...this.#byTool].map(([tool, { duration }]) => ({ labels: { tool }, ...duration.snapshot() }));
  }

  queueWait(): HistogramSample[] {
    return [...this.#byTool].flatMap(([tool, { queueWait }]) =>
      queueWait === undefined ? [] : [{ labels: { tool }, ...queueWait.snapshot() }],
    );
  }

  approvalWait(): HistogramSample[] {
    return [...this.#approvalWait].map(([by, histogram]) => ({ labels: { by }, ...histogram.snapshot() }));
  }

  #ended({ data }: ActivityEvent<'tool_call_end'>, coordinator: AttachedCoordinator): void {
    const { toolName, success, durationMs, result } = data;
    const tool = this.#label(toolName, coordinator);
    const series = this.#seriesOf(tool);
    const code = success ? undefined : this.#codes.of(result?.ok === false ? result.error.code : 'UNKNOWN');
    if (code === undefined) series.ok++;
    else {
      series.failed++;
      series.codes.set(code, (series.codes.get(code) ?? 0) + 1);
    }
    const { executionTimeMs = durationMs, queuedMs } = result?.metadata ?? {};
    series.duration.add(executionTimeMs / 1000);
    if (this.#listeners.size > 0) this.#measured('duration', { tool }, executionTimeMs, code);
    if (queuedMs === undefined) return;
    (series.queueWait ??= new DurationHistogram(DURATION_BOUNDS)).add(queuedMs / 1000);
    this.#measured('queueWait', { tool }, queuedMs);
  }

  #decided({ data }: ActivityEvent<'approval_decided'>): void {
    const { approved, waitedMs, toolName } = data;
    // What decided may have a name: `policy:reads`.
    const by = this.#deciders.of(data.by.split(':', 1)[0] ?? '');
    const tool = this.#tools.of(toolName);
    this.#approvals.add([tool, approved ? 'approved' : 'denied', by]);
    if (waitedMs === undefined) return;
    const histogram = this.#approvalWait.get(by) ?? new DurationHistogram(DURATION_BOUNDS);
    this.#approvalWait.set(by, histogram);
    histogram.add(waitedMs / 1000);
    this.#measured('approvalWait', { by }, waitedMs);
  }

  /** A name that no tool has comes from a model, which may make up any number of them. */
  #label(toolName: string, coordinator: AttachedCoordinator): string {
    // A tool may have been removed while its call was running.
    return this.#tools.has(toolName) || coordinator.has(toolName) ? this.#tools.of(toolName) : 'unknown';
  }

  #seriesOf(tool: string): ToolSeries {
    let series = this.#byTool.get(tool);
    if (series === undefined) {
      series = {
        ok: 0,
        failed: 0,
        codes: new Map(),
        duration: new DurationHistogram(DURATION_BOUNDS),
        queueWait: undefined,
      };
      this.#byTool.set(tool, series);
    }
    return series;
  }

  #measured(metric: Measurement['metric'], labels: Measurement['labels'], ms: number, error?: string): void {
    const measurement = { metric, labels, seconds: ms / 1000, ...(error !== undefined && { error }) };
    for (const listener of this.#listeners) listener(measurement);
  }

  #sum(value: (load: ReturnType<AttachedCoordinator['load']>) => number): number {
    return [...this.#coordinators].reduce((sum, coordinator) => sum + value(coordinator.load()), 0);
  }
}

/** The counts of one tool. */
interface ToolSeries {
  ok: number;
  failed: number;
  readonly codes: Map<string, number>;
  readonly duration: DurationHistogram;
  queueWait: DurationHistogram | undefined;
}

const MAX_CODES = 100;
const MAX_DECIDERS = 20;
