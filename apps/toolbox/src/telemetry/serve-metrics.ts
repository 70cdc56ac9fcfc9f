import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

export interface MetricsService {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves the metrics at `/metrics` on this machine. Rejects if the port cannot be had. */
export async function serveMetrics(handler: RequestListener, port: number): Promise<MetricsService> {
  const server = createServer((request, response) => {
    // A page of another site that has its name point here must not read them.
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    if (host !== '127.0.0.1' && host !== 'localhost') response.writeHead(403).end();
    else if (request.url?.split('?')[0] !== '/metrics') response.writeHead(404).end();
    else handler(request, response);
  });
  server.requestTimeout = 10_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${actual}/metrics`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
