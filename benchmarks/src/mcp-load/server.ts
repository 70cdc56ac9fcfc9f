// One server of the load test, in its own process: `server.ts ours|sdk stdio|http-2025|http-2026`. An HTTP server prints its URL.
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { serveMcp } from '@ku0/agent-runtime-tools-mcp';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { CONTENT, TOOL_DESCRIPTION, TOOL_NAME, INPUT_SCHEMA, type ToolInput } from '../benchmark-tool.ts';
import { zodInput } from '../zod-schemas.ts';

const TOKEN = 'load-test';

/** What both servers run. */
async function handle(): Promise<string> {
  return CONTENT;
}

async function serveOurs(transport: string): Promise<void> {
  const tools = new ToolCoordinator().register(
    defineTool({
      name: TOOL_NAME,
      description: TOOL_DESCRIPTION,
      parameters: Type.Unsafe<ToolInput>(INPUT_SCHEMA),
      execute: async () => ok(await handle()),
    }),
  );
  const { url } = await serveMcp(tools, {
    transport: transport === 'stdio' ? 'stdio' : { type: 'http', token: TOKEN },
  });
  if (url !== undefined) console.log(url);
}

async function serveSdk(transport: string): Promise<void> {
  if (transport === 'stdio') serveStdio(createSdkServer);
  else if (transport === 'http-2025') listen(sessions());
  else {
    const answer = toNodeHandler(createMcpHandler(createSdkServer));
    // Its types do not allow for `exactOptionalPropertyTypes`.
    listen(
      (request, response) =>
        void answer(Object.assign(request, { method: request.method ?? 'GET', url: request.url ?? '/' }), response),
    );
  }
}

function createSdkServer(): McpServer {
  const server = new McpServer({ name: 'sdk', version: '1.0.0' });
  server.registerTool(TOOL_NAME, { description: TOOL_DESCRIPTION, inputSchema: zodInput }, async () => ({
    content: [{ type: 'text', text: await handle() }],
  }));
  return server;
}

/** Sessions as in the examples of the SDK: a server and a transport for each. */
function sessions(): RequestListener {
  const transports = new Map<string, NodeStreamableHTTPServerTransport>();
  const answer: (...exchange: Parameters<RequestListener>) => Promise<void> = async (request, response) => {
    const known = transports.get(String(request.headers['mcp-session-id']));
    if (known !== undefined) return known.handleRequest(request, response);
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    await createSdkServer().connect(transport);
    return transport.handleRequest(request, response);
  };
  return (request, response) => void answer(request, response);
}

function listen(handler: RequestListener): void {
  const server = createServer(handler);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}/mcp`);
  });
}

const [kind, transport = 'stdio'] = process.argv.slice(2);
await (kind === 'ours' ? serveOurs(transport) : serveSdk(transport));
