export { serveMcp } from './server/serve-mcp.ts';
export { mcpErrors } from './errors.ts';

export type { McpClientRequests, McpFormParams, McpRequestOptions } from './server/client-requests.ts';
export type {
  HttpTransportOptions,
  McpService,
  McpTransport,
  ServeMcpOptions,
  StdioTransportOptions,
} from './server/serve-options.ts';
