import { toToolCalls } from '@ku0/agent-runtime-tools-core';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { tools } from './tools.ts';

const format = 'mcp';

/** An MCP server with the tools; the client has the model. Core validates the arguments. */
export function server(): McpServer {
  const mcpServer = new McpServer({ name: 'example', version: '1.0.0' }, { capabilities: { tools: {} } });
  mcpServer.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.getToolDefinitions({ format }) }));
  mcpServer.server.setRequestHandler(CallToolRequestSchema, async (request, { signal }) => {
    const results = await tools.executeAll(toToolCalls(request, { format }), { signal });
    const [message = { content: [], isError: true }] = tools.toToolMessages(results, { format });
    return message;
  });
  return mcpServer;
}
