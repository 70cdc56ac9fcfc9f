import { randomUUID } from 'node:crypto';
import type { Transport } from '@modelcontextprotocol/server';
import { CallEvents } from './call-events.ts';
import { McpEndpoint } from './mcp-endpoint.ts';
import type { SdkServer } from './sdk-server.ts';
import type { McpService, ServedTools, ServeMcpOptions, StdioTransportOptions } from './serve-options.ts';
import { serveTransport } from './serve-transport.ts';
import { serveStreams } from './stdio/serve-streams.ts';
import { StreamTransport } from './stdio/stream-transport.ts';

/** Serves one client, over standard input and output or over a transport of the SDK. */
export function serveConnection(
  tools: ServedTools,
  options: ServeMcpOptions,
  where: StdioTransportOptions | Transport,
): McpService {
  const servers = new Set<SdkServer>();
  const events = new CallEvents(tools.activity, () => {
    for (const server of servers) void server.sendToolListChanged().catch(() => {});
  });
  const endpoint = new McpEndpoint({ tools, options, events, taskId: `mcp-${randomUUID()}` });
  const closed = Promise.withResolvers<void>();
  let ending: Promise<void> | undefined;
  const end = (): Promise<void> => {
    ending ??= (async () => {
      events.close();
      await endpoint.close();
      closed.resolve();
    })();
    return ending;
  };
  const parts = {
    createServer() {
      const server = endpoint.createServer();
      servers.add(server);
      return server;
    },
    onClosed: () => void end(),
    onError: options.onError,
  };
  const connection = 'send' in where ? serveTransport(where, parts) : serveStreams(openStreams(where), parts);
  return {
    closed: closed.promise,
    async close() {
      await connection.close();
      await end();
    },
  };
}

function openStreams({
  input = process.stdin,
  output = process.stdout,
  maxRequestBytes = 10 * 1024 * 1024,
}: StdioTransportOptions): StreamTransport {
  return new StreamTransport({ input, output, maxRequestBytes });
}
