import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { DURATION_BOUNDS } from '../metrics/duration-histogram.ts';
import { METRICS, type MetricDefinition } from '../metrics/metric-definitions.ts';
import type { Sample } from '../metrics/counters.ts';
import type { HistogramSample, ToolMetrics } from '../metrics/tool-metrics.ts';

/** Adds the metrics to a registry, which reads them when it is scraped: calls do no work for Prometheus. */
export function registerMetrics(registry: Registry, metrics: ToolMetrics): void {
  const registers = [registry];
  const counter = ({ name, help, labels }: MetricDefinition, read: () => Sample[]): void =>
    void new Counter({
      name,
      help,
      labelNames: labels,
      registers,
      collect() {
        this.reset();
        for (const sample of read()) this.inc({ ...sample.labels }, sample.value);
      },
    });
  const gauge = ({ name, help, labels }: MetricDefinition, read: () => Sample[]): void =>
    void new Gauge({
      name,
      help,
      labelNames: labels,
      registers,
      collect() {
        for (const sample of read()) this.set({ ...sample.labels }, sample.value);
      },
    });
  const histogram = ({ name, help, labels }: MetricDefinition, read: () => HistogramSample[]): void =>
    void new SnapshotHistogram({ name, help, labelNames: labels, registers, buckets: [...DURATION_BOUNDS] }, read);
  counter(METRICS.calls, () => metrics.calls());
  counter(METRICS.errors, () => metrics.errors());
  histogram(METRICS.duration, () => metrics.duration());
  histogram(METRICS.queueWait, () => metrics.queueWait());
  histogram(METRICS.approvalWait, () => metrics.approvalWait());
  counter(METRICS.approvals, () => metrics.approvals());
  counter(METRICS.hooks, () => metrics.hooks());
  gauge(METRICS.queueLength, () => metrics.queueLength());
  gauge(METRICS.inFlight, () => metrics.inFlight());
}

type HistogramConfiguration = ConstructorParameters<typeof Histogram<string>>[0];

/** A histogram whose buckets are counted elsewhere: prom-client can only add one observation at a time. */
class SnapshotHistogram extends Histogram {
  readonly #definition: HistogramConfiguration;
  readonly #read: () => HistogramSample[];

  constructor(definition: HistogramConfiguration, read: () => HistogramSample[]) {
    super(definition);
    this.#definition = definition;
    this.#read = read;
  }

  /** What a registry asks for when it writes text, and `get` when it is asked for objects. */
  async getForPromString(): Promise<object> {
    const { name, help } = this.#definition;
    const values = this.#read().flatMap(({ labels, upTo, count, sum }) => [
      ...upTo.map((each) => ({
        labels: { le: each.bound, ...labels },
        value: each.count,
        metricName: `${name}_bucket`,
      })),
      { labels: { le: '+Inf', ...labels }, value: count, metricName: `${name}_bucket` },
      { labels, value: sum, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ]);
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }
}
