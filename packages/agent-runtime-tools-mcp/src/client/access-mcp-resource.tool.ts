import { Type, defineTool, fail, ok } from '@ku0/agent-runtime-tools-core';
import { mcpErrors } from '../errors.ts';
import type { McpServers } from './mcp-servers.ts';
import { resourcePart } from './tools/call-result.ts';
import { version } from '../version.ts';

/** The tool that reads a resource of a server. Rules and hooks see the server in its arguments. */
export function accessMcpResourceTool(servers: McpServers) {
  return defineTool({
    name: 'access_mcp_resource',
    description: 'Read a resource of a connected MCP server.',
    version,
    parameters: Type.Object({
      server_name: Type.String({ description: 'The name of the server', maxLength: 256 }),
      uri: Type.String({ description: 'The address of the resource, as the server names it', maxLength: 4096 }),
    }),
    capabilities: { accessesNetwork: true, destructive: true },
    tags: ['mcp'],
    requiresApproval: true,
    remote: (params) => {
      const { server_name: server } = Object(params) as Readonly<Record<string, unknown>>;
      return typeof server === 'string' ? { server, tool: '' } : undefined;
    },
    async execute({ server_name: server, uri }, context) {
      const { contents } = await servers.client(server).readResource(uri, context);
      if (JSON.stringify(contents).length > MAX_CHARS)
        return fail(mcpErrors.RESULT_TOO_LARGE({ details: { server, uri } }));
      return ok({ contents });
    },
    toModelOutput: ({ contents }) => contents.map(resourcePart),
  });
}

const MAX_CHARS = 4 * 1024 * 1024;
