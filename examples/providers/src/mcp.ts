import { toToolCalls } from '@ku0/agent-runtime-tools-core';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { tools } from './tools.ts';

const format = 'mcp';

/** The tools as a server of the Model Context Protocol: here the client has the model. Core checks the arguments itself. */
export function server(): McpServer {
  const made = new McpServer({ name: 'example', version: '1.0.0' }, { capabilities: { tools: {} } });
  made.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.getToolDefinitions({ format }) }));
  made.server.setRequestHandler(CallToolRequestSchema, async (request, { signal }) => {
    const results = await tools.executeAll(toToolCalls(request, { format }), { signal });
    const [message = { content: [], isError: true }] = tools.toToolMessages(results, { format });
    return message;
  });
  return made;
}
