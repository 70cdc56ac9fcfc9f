import type { McpServersConfig } from './config/server-config.ts';
import type { ConnectServersOptions } from './connect-options.ts';
import type { McpServers } from './mcp-servers.ts';

/**
 * Starts the servers of a configuration, all at once. Resolves when each has started or failed, at the latest after `waitMs`; a
 * server that takes longer adds its tools later. Rejects only for a configuration that is none.
 */
export async function connectServers(
  config: McpServersConfig,
  options: ConnectServersOptions = {},
): Promise<McpServers> {
  const { startServers } = await import('./start-servers.ts');
  return startServers(config, options);
}
