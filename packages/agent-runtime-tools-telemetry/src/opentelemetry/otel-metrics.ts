import type { Meter, ObservableResult } from '@opentelemetry/api';
import type { Sample } from '../metrics/counters.ts';
import { DURATION_BOUNDS } from '../metrics/duration-histogram.ts';
import { METRICS, type MetricDefinition } from '../metrics/metric-definitions.ts';
import type { ToolMetrics } from '../metrics/tool-metrics.ts';

/** Offers the metrics to a meter. Counts are read when it collects them; durations are recorded one by one. */
export function addToMeter(meter: Meter, metrics: ToolMetrics): void {
  counter(meter, METRICS.calls, () => metrics.calls());
  counter(meter, METRICS.errors, () => metrics.errors());
  counter(meter, METRICS.approvals, () => metrics.approvals());
  counter(meter, METRICS.hooks, () => metrics.hooks());
  gauge(meter, METRICS.queueLength, () => metrics.queueLength());
  gauge(meter, METRICS.inFlight, () => metrics.inFlight());
  const histograms = {
    duration: histogram(meter, METRICS.duration),
    queueWait: histogram(meter, METRICS.queueWait),
    approvalWait: histogram(meter, METRICS.approvalWait),
  };
  const ofConvention = meter.createHistogram('gen_ai.execute_tool.duration', {
    description: 'How long tools took.',
    unit: 's',
    advice: { explicitBucketBoundaries: [...DURATION_BOUNDS] },
  });
  metrics.onMeasurement(({ metric, labels, seconds, error }) => {
    histograms[metric].record(seconds, { ...labels });
    if (metric !== 'duration') return;
    const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': labels['tool'] ?? '' };
    ofConvention.record(seconds, error === undefined ? attributes : { ...attributes, 'error.type': error });
  });
}

function counter(meter: Meter, { otelName, help, unit }: MetricDefinition, read: () => Sample[]): void {
  meter.createObservableCounter(otelName, { description: help, unit }).addCallback(observer(read));
}

function gauge(meter: Meter, { otelName, help, unit }: MetricDefinition, read: () => Sample[]): void {
  meter.createObservableGauge(otelName, { description: help, unit }).addCallback(observer(read));
}

function observer(read: () => Sample[]): (result: ObservableResult) => void {
  return (result) => {
    for (const { labels, value } of read()) result.observe(value, { ...labels });
  };
}

function histogram(meter: Meter, { otelName, help, unit }: MetricDefinition) {
  const advice = { explicitBucketBoundaries: [...DURATION_BOUNDS] };
  return meter.createHistogram(otelName, { description: help, unit, advice });
}
