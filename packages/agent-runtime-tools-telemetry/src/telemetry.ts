import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import type { LogOptions } from './logs/logs.ts';
import { ToolMetrics } from './metrics/tool-metrics.ts';
import { observer } from './observer.ts';
import type { createOpenTelemetry, OpenTelemetryOptions } from './opentelemetry/open-telemetry.ts';
import type { PrometheusOptions, Scrape } from './prometheus/prometheus.ts';

export interface TelemetryOptions {
  /** One line for each event. */
  readonly logs?: boolean | LogOptions;
  /** Metrics for a Prometheus server. */
  readonly prometheus?: boolean | PrometheusOptions;
  /** Spans and the same metrics, through the providers that are registered with `@opentelemetry/api`. */
  readonly openTelemetry?: boolean | OpenTelemetryOptions;
  /** How many tools have metrics of their own; further ones share the label `other`. Default 500. */
  readonly maxTools?: number;
}

export interface Telemetry {
  /** For `coordinator.use`. Empty if everything is off. */
  readonly middlewares: readonly ToolMiddleware[];
  /** What a Prometheus server gets. Rejects if `prometheus` is off. */
  scrape(): Promise<Scrape>;
  /** Answers the request of a Prometheus server, as a handler of `node:http`; with 404 if `prometheus` is off. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Sets up what is on. The libraries of what is off are not loaded. */
export async function telemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { maxTools } = options;
  const metrics = new ToolMetrics({ ...(maxTools !== undefined && { maxTools }) });
  const logs = settings(options.logs);
  const prometheus = settings(options.prometheus);
  const openTelemetry = settings(options.openTelemetry);
  const exporter = prometheus && (await import('./prometheus/prometheus.ts')).createPrometheus(prometheus, metrics);
  const otel = openTelemetry && (await loadOpenTelemetry()).createOpenTelemetry(openTelemetry, metrics);
  const log = logs && (await import('./logs/logs.ts')).createLogs(logs, (callKey) => otel?.spans?.idsOf(callKey));
  const needsMetrics = exporter !== undefined || otel !== undefined;
  const middlewares = [
    ...(log !== undefined || needsMetrics ? [observer({ log, metrics: needsMetrics ? metrics : undefined })] : []),
    ...(otel?.middleware === undefined ? [] : [otel.middleware]),
  ];
  return {
    middlewares,
    scrape: () => exporter?.scrape() ?? Promise.reject(new Error('Prometheus is off: pass `prometheus: true`.')),
    handler: (request, response) =>
      exporter === undefined ? void response.writeHead(404).end() : exporter.handle(request, response),
  };
}

/** Undefined if it is off. */
function settings<T extends object>(option: boolean | T | undefined): Partial<T> | undefined {
  if (option === undefined || option === false) return undefined;
  return option === true ? {} : option;
}

async function loadOpenTelemetry(): Promise<{ readonly createOpenTelemetry: typeof createOpenTelemetry }> {
  try {
    return await import('./opentelemetry/open-telemetry.ts');
  } catch (error) {
    throw new Error('OpenTelemetry needs the package @opentelemetry/api: npm install @opentelemetry/api', {
      cause: error,
    });
  }
}
