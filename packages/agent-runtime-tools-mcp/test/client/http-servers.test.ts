import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connected } from './fixtures/connected.ts';

interface Message {
  readonly id?: number;
  readonly method: string;
}

/** An HTTP server whose answers to MCP messages a test decides. Requests that it does not answer get status 405. */
async function httpServer(
  answer: (message: Message, request: IncomingMessage, response: ServerResponse) => object | undefined,
): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const message = JSON.parse(Buffer.concat(chunks).toString()) as Message;
      const result = answer(message, request, response);
      if (response.headersSent) return undefined;
      if (message.id === undefined) return void response.writeHead(202).end();
      const body = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
      response.setHeader('content-type', 'application/json');
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...body }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

const INITIALIZED = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'http', version: '1.0.0' },
};
const TOOLS = { tools: [{ name: 'hello', inputSchema: { type: 'object' } }] };
const HELLO = { content: [{ type: 'text', text: 'hello' }] };

describe('a server over HTTP', () => {
  it('that has forgotten the session gets one new session, and then the call', async () => {
    let sessions = 0;
    const url = await httpServer((message, request, response) => {
      if (message.method === 'initialize') {
        response.setHeader('mcp-session-id', `session-${++sessions}`);
        return INITIALIZED;
      }
      if (message.method === 'tools/list') return TOOLS;
      if (message.method !== 'tools/call') return undefined;
      if (request.headers['mcp-session-id'] === 'session-1') response.writeHead(404).end();
      return HELLO;
    });
    const { tools } = await connected({ web: { url, type: 'http' } });
    expect(await tools.execute('web__hello', {})).toMatchObject({ ok: true, value: HELLO });
    expect(sessions).toBe(2);
  });

  it('that forgets every session fails the call instead of trying for ever', async () => {
    let sessions = 0;
    const url = await httpServer((message, _, response) => {
      if (message.method === 'initialize') {
        response.setHeader('mcp-session-id', `session-${++sessions}`);
        return INITIALIZED;
      }
      if (message.method === 'tools/list') return TOOLS;
      if (message.method === 'tools/call') response.writeHead(404).end();
      return undefined;
    });
    const { tools } = await connected({ web: { url, type: 'http' } });
    expect(await tools.execute('web__hello', {})).toMatchObject({ ok: false, error: { code: 'SERVER_ERROR' } });
    expect(sessions).toBe(2);
  });

  it('that answers with more than the limit fails the call, and the next call works', async () => {
    let calls = 0;
    const url = await httpServer((message) => {
      if (message.method === 'initialize') return INITIALIZED;
      if (message.method === 'tools/list') return TOOLS;
      if (message.method !== 'tools/call') return undefined;
      return ++calls === 1 ? { content: [{ type: 'text', text: 'x'.repeat(3_000_000) }] } : HELLO;
    });
    const { tools } = await connected(
      { web: { url, type: 'http', callTimeoutMs: 5000 } },
      { maxMessageBytes: 1_000_000 },
    );
    expect(await tools.execute('web__hello', {})).toMatchObject({ ok: false });
    expect(await tools.execute('web__hello', {})).toMatchObject({ ok: true });
  });

  it('at a private address is reached only if the configuration names that address', async () => {
    const url = await httpServer(() => INITIALIZED);
    const { port } = new URL(url);
    const redirecting = await httpServer((_, __, response) => {
      response.writeHead(307, { location: `http://localhost:${port}/mcp` }).end();
      return undefined;
    });
    const { servers } = await connected({ web: { url: redirecting, type: 'http' } }, { maxRestarts: 0 });
    expect(servers.list()[0]).toMatchObject({ state: 'failed' });
  });
});

describe('a server that knows only SSE', () => {
  it.each([undefined, 'sse'] as const)('is recognised and used with the type %s', async (type) => {
    const url = await sseServer();
    const { servers, tools } = await connected({ old: { url, ...(type !== undefined && { type }) } });
    expect(servers.list()[0]).toMatchObject({ state: 'ready' });
    expect(await tools.execute('old__hello', {})).toMatchObject({ ok: true, value: HELLO });
  });

  it('is not used if the configuration says that it is another kind', async () => {
    const { servers } = await connected({ old: { url: await sseServer(), type: 'http' } }, { maxRestarts: 0 });
    expect(servers.list()[0]).toMatchObject({ state: 'failed' });
  });
});

/** A server of the revision 2024-11-05: messages are posted to one address, and answered in a stream from another. */
async function sseServer(): Promise<string> {
  let stream: ServerResponse | undefined;
  const results: Readonly<Record<string, object>> = {
    initialize: { ...INITIALIZED, protocolVersion: '2024-11-05' },
    'tools/list': TOOLS,
    'tools/call': HELLO,
  };
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void stream.write('event: endpoint\ndata: /messages\n\n');
    }
    if (request.url !== '/messages') return void response.writeHead(405).end();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(202).end();
      const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as Message;
      if (id === undefined) return;
      const body = results[method] ?? undefined;
      const answer = body === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result: body };
      stream?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n\n`);
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`;
}
