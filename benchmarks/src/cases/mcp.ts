import { preparedCase, type BenchCase, type PreparedCase } from '../bench-case.ts';
import { CONTENT, INVALID, TOOL_DESCRIPTION, TOOL_NAME, VALID } from '../benchmark-tool.ts';

const note = 'client and server in one process';

export const mcpCases: readonly BenchCase[] = [
  { id: 'mcp-v1/call', title: 'MCP SDK v1 callTool', group: 'peer-bare', note, prepare: () => prepareV1(false) },
  {
    id: 'mcp-v1/call-output',
    title: 'MCP SDK v1 callTool with an output schema',
    group: 'peer-bare',
    note,
    prepare: () => prepareV1(true),
  },
  { id: 'mcp-v2/call', title: 'MCP SDK v2 callTool', group: 'peer-bare', note, prepare: () => prepareV2(false) },
  {
    id: 'mcp-v2/call-output',
    title: 'MCP SDK v2 callTool with an output schema',
    group: 'peer-bare',
    note,
    prepare: () => prepareV2(true),
  },
];

async function prepareV1(withOutput: boolean): Promise<PreparedCase> {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { InMemoryTransport } = await import('@modelcontextprotocol/sdk/inMemory.js');
  const { zodInput, zodOutput } = await import('../zod-schemas.ts');
  const server = new McpServer({ name: 'server', version: '1.0.0' });
  const config = { description: TOOL_DESCRIPTION, inputSchema: zodInput };
  if (withOutput)
    server.registerTool(TOOL_NAME, { ...config, outputSchema: zodOutput }, async () => structuredAnswer());
  else server.registerTool(TOOL_NAME, config, async () => answer());
  const client = new Client({ name: 'client', version: '1.0.0' });
  const [serverSide, clientSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  await client.listTools();
  return callsThrough(client, server);
}

async function prepareV2(withOutput: boolean): Promise<PreparedCase> {
  const { McpServer } = await import('@modelcontextprotocol/server');
  const { Client, InMemoryTransport } = await import('@modelcontextprotocol/client');
  const { zodInput, zodOutput } = await import('../zod-schemas.ts');
  const server = new McpServer({ name: 'server', version: '1.0.0' });
  const config = { description: TOOL_DESCRIPTION, inputSchema: zodInput };
  if (withOutput)
    server.registerTool(TOOL_NAME, { ...config, outputSchema: zodOutput }, async () => structuredAnswer());
  else server.registerTool(TOOL_NAME, config, async () => answer());
  const client = new Client({ name: 'client', version: '1.0.0' });
  const [serverSide, clientSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  await client.listTools();
  return callsThrough(client, server);
}

interface Endpoint {
  close(): Promise<void>;
}

interface CallingEndpoint extends Endpoint {
  callTool(request: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
}

function callsThrough(client: CallingEndpoint, server: Endpoint): PreparedCase {
  const call = (input: Readonly<Record<string, unknown>>): Promise<unknown> =>
    client.callTool({ name: TOOL_NAME, arguments: { ...input } });
  return preparedCase({
    run: () => call(VALID),
    refused: () => call(INVALID),
    accepts: isAnswer,
    async close() {
      await client.close();
      await server.close();
    },
  });
}

function answer(): { content: { type: 'text'; text: string }[] } {
  return { content: [{ type: 'text', text: CONTENT }] };
}

function structuredAnswer(): ReturnType<typeof answer> & { structuredContent: { content: string } } {
  return { ...answer(), structuredContent: { content: CONTENT } };
}

function isAnswer(outcome: unknown): boolean {
  if (typeof outcome !== 'object' || outcome === null || !('content' in outcome) || !Array.isArray(outcome.content))
    return false;
  const isError = 'isError' in outcome && outcome.isError === true;
  const [first] = outcome.content as { text?: unknown }[];
  return !isError && first?.text === CONTENT;
}
