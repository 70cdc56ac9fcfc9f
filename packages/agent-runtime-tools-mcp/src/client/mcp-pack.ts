import { definePack } from '@ku0/agent-runtime-tools-core';
import { accessMcpResourceTool } from './access-mcp-resource.tool.ts';
import type { McpServers } from './mcp-servers.ts';
import { useMcpTool } from './use-mcp-tool.tool.ts';
import { packVersions } from '../version.ts';

/** Two tools that reach every tool and resource of the connected servers, for models that shall not see each of them. */
export function mcpPack(servers: McpServers) {
  return definePack({
    name: 'mcp',
    ...packVersions,
    tools: [useMcpTool(servers), accessMcpResourceTool(servers)],
    aliases: {},
  });
}
