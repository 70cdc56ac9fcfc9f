export { serveMcp } from './server/serve-mcp.ts';
export { connectServers } from './client/connect-servers.ts';
export { McpServers, type PackHost } from './client/mcp-servers.ts';
export { mcpPack } from './client/mcp-pack.ts';
export { accessMcpResourceTool } from './client/access-mcp-resource.tool.ts';
export { useMcpTool } from './client/use-mcp-tool.tool.ts';
export { filesOfServers, readProjectServers } from './client/config/project-servers.ts';
export { purgeMcpState } from './client/state/purge-mcp-state.ts';
export { mcpErrors } from './errors.ts';

export type { McpClientRequests, McpFormParams, McpRequestOptions } from './server/client-requests.ts';
export type {
  HttpTransportOptions,
  McpService,
  McpTransport,
  ServeMcpOptions,
  StdioTransportOptions,
} from './server/serve-options.ts';
export type {
  HttpServerConfig,
  McpServerConfig,
  McpServersConfig,
  OAuthClientConfig,
  StdioServerConfig,
} from './client/config/server-config.ts';
export type {
  ProjectServers,
  ProjectServersOptions,
  TrustChecker,
  TrustedProject,
} from './client/config/project-servers.ts';
export type {
  ChangedTool,
  ConnectServersOptions,
  McpServerEvent,
  McpServerState,
  McpServerStatus,
} from './client/connect-options.ts';
export type { McpStateReport, PurgeMcpStateOptions } from './client/state/purge-mcp-state.ts';
export type { OAuthOptions } from './client/oauth/oauth-provider.ts';
export type { Sampling } from './client/requests/answer-requests.ts';
export type { RemoteToolValue } from './client/tools/call-result.ts';
