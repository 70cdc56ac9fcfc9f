import { context, metrics as metricsApi, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { OpenTelemetrySettings } from '../config/toolbox-config.ts';
import { toolboxVersion } from '../version.ts';

/**
 * Sends spans and metrics to a collector, by OTLP over HTTP with JSON. The result sends what is left; a collector that cannot
 * be reached holds it up for a few seconds at most.
 */
export async function startExport({
  endpoint,
  headers,
  traces = true,
  metrics = true,
}: OpenTelemetrySettings): Promise<() => Promise<void>> {
  const resource = defaultResource().merge(
    resourceFromAttributes({ 'service.name': 'toolbox', 'service.version': toolboxVersion() }),
  );
  // Without `url`, the exporters read the usual variables: OTEL_EXPORTER_OTLP_ENDPOINT and so on.
  const target = (path: string) => ({
    ...(endpoint !== undefined && { url: `${endpoint.replace(/\/+$/, '')}/v1/${path}` }),
    ...(headers !== undefined && { headers: { ...headers } }),
    timeoutMillis: TIMEOUT_MS,
  });
  const started: { shutdown(): Promise<void> }[] = [];
  if (traces) {
    const exporter = new OTLPTraceExporter(target('traces'));
    const provider = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] });
    trace.setGlobalTracerProvider(provider);
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    started.push(provider);
  }
  if (metrics) {
    const exporter = new OTLPMetricExporter(target('metrics'));
    const provider = new MeterProvider({ resource, readers: [new PeriodicExportingMetricReader({ exporter })] });
    metricsApi.setGlobalMeterProvider(provider);
    started.push(provider);
  }
  return () => withinTime(Promise.all(started.map((each) => each.shutdown())), TIMEOUT_MS);
}

const TIMEOUT_MS = 3_000;

async function withinTime(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise: timeout, resolve: giveUp } = Promise.withResolvers<void>();
  const timer = setTimeout(giveUp, ms);
  await Promise.race([work, timeout]).catch(() => undefined);
  clearTimeout(timer);
}
