import { Type, coreErrors, defineTool, fail } from '@ku0/agent-runtime-tools-core';
import type { McpServers } from './mcp-servers.ts';
import { resultOf } from './tools/remote-tool-handler.ts';
import { toContentParts } from './tools/call-result.ts';
import { version } from '../version.ts';

/** The tool that calls any tool of any server. Rules and hooks see the server and the tool in its arguments. */
export function useMcpTool(servers: McpServers) {
  return defineTool({
    name: 'use_mcp_tool',
    description: 'Call a tool of a connected MCP server.',
    version,
    parameters: Type.Object({
      server_name: Type.String({ description: 'The name of the server', maxLength: 256 }),
      tool_name: Type.String({ description: 'The name of the tool, as the server calls it', maxLength: 256 }),
      arguments: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'The arguments, as the schema of the tool describes them',
        }),
      ),
    }),
    capabilities: { accessesNetwork: true, destructive: true },
    tags: ['mcp'],
    requiresApproval: true,
    remote: (params) => {
      const { server_name: server, tool_name: tool } = Object(params) as Readonly<Record<string, unknown>>;
      return typeof server === 'string' && typeof tool === 'string' ? { server, tool } : undefined;
    },
    async execute({ server_name: server, tool_name: tool, arguments: args = {} }, context) {
      const client = servers.client(server);
      const fault = client.faultOf(tool, args);
      if (fault !== undefined)
        return fail(coreErrors.VALIDATION_ERROR({ message: `The arguments for ${tool} of ${server}: ${fault}` }));
      const { definition, redact } = client.describe(tool);
      return resultOf(await client.callTool(tool, args, context), { server, tool: definition }, redact);
    },
    toModelOutput: toContentParts,
  });
}
