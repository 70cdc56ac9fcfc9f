import type { McpService, ServedTools, ServeMcpOptions } from './serve-options.ts';

/** Serves the tools of a coordinator, or of a view, to MCP clients. */
export async function serveMcp(tools: ServedTools, options: ServeMcpOptions): Promise<McpService> {
  const { transport } = options;
  const http = transport === 'http' ? ({ type: 'http' } as const) : transport;
  if (typeof http === 'object' && 'type' in http && http.type === 'http') {
    const { serveHttp } = await import('./http/serve-http.ts');
    return serveHttp(tools, options, http);
  }
  const { serveConnection } = await import('./serve-connection.ts');
  return serveConnection(tools, options, http === 'stdio' ? { type: 'stdio' } : http);
}
