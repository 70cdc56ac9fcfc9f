import type { IncomingMessage, ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import type { ToolMetrics } from '../metrics/tool-metrics.ts';
import { registerMetrics } from './register-metrics.ts';

export interface PrometheusOptions {
  /** Your own registry of prom-client. Default: a new one. */
  readonly registry?: Registry;
}

/** What a Prometheus server gets. */
export interface Scrape {
  readonly contentType: string;
  readonly text: string;
}

export interface PrometheusExporter {
  scrape(): Promise<Scrape>;
  handle(request: IncomingMessage, response: ServerResponse): void;
}

export function createPrometheus(
  { registry = new Registry() }: PrometheusOptions,
  metrics: ToolMetrics,
): PrometheusExporter {
  registerMetrics(registry, metrics);
  const scrape = async (): Promise<Scrape> => ({ contentType: registry.contentType, text: await registry.metrics() });
  return {
    scrape,
    handle: (request, response) => void answer(request, response, scrape),
  };
}

/** Answers GET and HEAD. Never rejects. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  scrape: () => Promise<Scrape>,
): Promise<void> {
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const { contentType, text } = await scrape();
    response.writeHead(200, { 'content-type': contentType, 'content-length': Buffer.byteLength(text) });
    response.end(request.method === 'HEAD' ? undefined : text);
  } catch {
    // A metric of the host's own registry failed. Its message is not for whoever scrapes.
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
}
