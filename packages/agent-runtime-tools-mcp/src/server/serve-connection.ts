import { randomUUID } from 'node:crypto';
import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { CallEvents } from './call-events.ts';
import { McpEndpoint } from './mcp-endpoint.ts';
import type { SdkServer } from './sdk-server.ts';
import type { McpService, ServedTools, ServeMcpOptions, StdioTransportOptions } from './serve-options.ts';

/** Serves one client, over standard input and output or over a transport of the SDK. */
export function serveConnection(
  tools: ServedTools,
  options: ServeMcpOptions,
  where: StdioTransportOptions | Transport,
): McpService {
  const transport = 'send' in where ? where : new StdioServerTransport(where.input, where.output);
  const servers = new Set<SdkServer>();
  const events = new CallEvents(tools.activity, () => {
    for (const server of servers) void server.sendToolListChanged().catch(() => {});
  });
  const endpoint = new McpEndpoint({ tools, options, events, taskId: `mcp-${randomUUID()}` });
  const connection = serveStdio(
    () => {
      const server = endpoint.createServer();
      servers.add(server);
      return server;
    },
    { transport, ...(options.onError !== undefined && { onerror: options.onError }) },
  );
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
  const { onclose } = transport;
  Object.assign(transport, {
    onclose() {
      onclose?.();
      void end();
    },
  });
  return {
    closed: closed.promise,
    async close() {
      await connection.close();
      await end();
    },
  };
}
