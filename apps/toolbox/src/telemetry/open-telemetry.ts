import { errorMessage, type ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { telemetry, type TelemetryOptions } from '@ku0/agent-runtime-tools-telemetry';
import type { Output } from '@ku0/agent-runtime-tools-terminal';
import type { TelemetrySettings } from '../config/toolbox-config.ts';
import { openLogs } from './open-logs.ts';
import { serveMetrics } from './serve-metrics.ts';

export interface OpenTelemetryHost {
  readonly err: Output;
  /** Whether something else than people reads standard output. */
  readonly isOutputTaken: boolean;
  /** Whether the process runs on, so that somebody can ask it for metrics. */
  readonly isServer: boolean;
}

export interface OpenedTelemetry {
  readonly middlewares: readonly ToolMiddleware[];
  /** Sends what is left, within a few seconds. */
  readonly close: () => Promise<void>;
}

/** Starts what the configuration asks for. Throws a UsageError if it cannot be had. */
export async function openTelemetry(
  { logs, prometheus, openTelemetry: otel }: TelemetrySettings,
  { err, isOutputTaken, isServer }: OpenTelemetryHost,
): Promise<OpenedTelemetry> {
  const closers: (() => Promise<void>)[] = [];
  const options: { -readonly [K in keyof TelemetryOptions]: TelemetryOptions[K] } = {};
  if (logs !== undefined && logs !== false) options.logs = openLogs(logs === true ? {} : logs, { isOutputTaken });
  if (prometheus !== undefined && prometheus !== false && isServer) options.prometheus = true;
  if (otel !== undefined && otel !== false) {
    const { startExport } = await import('./start-export.ts');
    const settings = otel === true ? {} : otel;
    closers.push(await startExport(settings));
    const { traces = true, metrics = true, captureContent = false } = settings;
    options.openTelemetry = { traces, metrics, captureContent };
  }
  const { middlewares, handler } = await telemetry(options);
  if (options.prometheus === true) {
    const port = typeof prometheus === 'object' ? (prometheus.port ?? DEFAULT_PORT) : DEFAULT_PORT;
    try {
      const { url, close } = await serveMetrics(handler, port);
      closers.push(close);
      err.line(`Metrics at ${url}`);
    } catch (error) {
      // Another toolbox has the port: this one works without being asked.
      const why = errorMessage(error);
      err.line(`! The metrics are not served: ${why}. Set telemetry.prometheus.port in the configuration.`);
    }
  }
  return {
    middlewares,
    async close() {
      for (const close of closers) await close().catch(() => undefined);
    },
  };
}

/** The usual one of exporters for Prometheus. */
const DEFAULT_PORT = 9464;
