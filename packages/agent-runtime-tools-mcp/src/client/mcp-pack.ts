import { definePack } from '@ku0/agent-runtime-tools-core';
import { accessMcpResource } from './access-mcp-resource.tool.ts';
import type { McpServers } from './mcp-servers.ts';
import { useMcpTool } from './use-mcp-tool.tool.ts';

/** Two tools that reach every tool and resource of the connected servers, for models that shall not see each of them. */
export function mcpPack(servers: McpServers) {
  return definePack({
    name: 'mcp',
    version: '1.0.0',
    tools: [useMcpTool(servers), accessMcpResource(servers)],
    aliases: {},
  });
}
