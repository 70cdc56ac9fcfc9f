import type { ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { metrics as otelMetrics, trace } from '@opentelemetry/api';
import type { ToolMetrics } from '../metrics/tool-metrics.ts';
import { version } from '../version.ts';
import { CallSpans } from './call-spans.ts';
import { addToMeter } from './otel-metrics.ts';

export interface OpenTelemetryOptions {
  /** Default `true`. */
  readonly traces?: boolean;
  /** Default `true`. */
  readonly metrics?: boolean;
  /** Records arguments and results in spans, redacted as events are, and cut. Default `false`. */
  readonly captureContent?: boolean;
}

export interface OpenTelemetryExporter {
  readonly spans: CallSpans | undefined;
  readonly middleware: ToolMiddleware | undefined;
}

/** Uses the providers that the host has registered with the OpenTelemetry API. */
export function createOpenTelemetry(options: OpenTelemetryOptions, metrics: ToolMetrics): OpenTelemetryExporter {
  if (options.metrics ?? true) addToMeter(otelMetrics.getMeter(SCOPE, version), metrics);
  if (options.traces === false) return { spans: undefined, middleware: undefined };
  const spans = new CallSpans(trace.getTracer(SCOPE, version), { capturesContent: options.captureContent ?? false });
  const coordinators = new Map<string, () => void>();
  const middleware: ToolMiddleware = {
    name: 'opentelemetry',
    phase: 'observe',
    // The outermost of all, so that the span covers whatever the others do.
    priority: Number.MAX_SAFE_INTEGER,
    attach: (coordinator) => void coordinators.set(coordinator.id, spans.listen(coordinator)),
    execute: (params, context, next) => spans.run(params, context, next),
    async shutdown({ id }) {
      coordinators.get(id)?.();
      coordinators.delete(id);
    },
  };
  return { spans, middleware };
}

const SCOPE = '@ku0/agent-runtime-tools-telemetry';
