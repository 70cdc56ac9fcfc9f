import type { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { McpServers } from '@ku0/agent-runtime-tools-mcp';
import type { CreatedServices } from './create-services.ts';
import type { CreateToolsOptions } from './create-tools-options.ts';

/** Starts the MCP servers of the options and adds their tools. Undefined, and nothing is loaded, if there are none. */
export async function connectMcp(
  tools: ToolCoordinator,
  { mcpServers, mcp, state }: CreateToolsOptions,
  { workspace, processes }: CreatedServices,
): Promise<McpServers | undefined> {
  if (mcpServers === undefined) return undefined;
  const { connectServers, mcpPack } = await import('@ku0/agent-runtime-tools-mcp');
  const servers = await connectServers(
    { mcpServers },
    { workspace, processes, ...(state !== undefined && { stateFolder: state }), ...mcp },
  );
  try {
    servers.attach(tools);
    tools.registerPack(mcpPack(servers));
    return servers;
  } catch (error) {
    await servers.close();
    throw error;
  }
}
