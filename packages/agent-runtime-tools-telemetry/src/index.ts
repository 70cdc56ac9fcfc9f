export { telemetry, type Telemetry, type TelemetryOptions } from './telemetry.ts';

export type { LogOptions, LogTarget } from './logs/logs.ts';
export type { LogLevel } from './logs/log-event.ts';
export type { OpenTelemetryOptions } from './opentelemetry/open-telemetry.ts';
export type { PrometheusOptions, Scrape } from './prometheus/prometheus.ts';
