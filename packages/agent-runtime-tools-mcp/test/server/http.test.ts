import { request } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveMcp, type HttpTransportOptions } from '../../src/index.ts';
import { connectClient } from '../fixtures/connect-client.ts';
import { servedTools } from '../fixtures/served-tools.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

async function served(options: Partial<HttpTransportOptions> = {}, tools = servedTools()) {
  const service = await serveMcp(tools, { transport: { type: 'http', ...options } });
  onTestFinished(() => service.close());
  const url = new URL(service.url ?? '');
  const post = (headers: Record<string, string>, body: unknown = INITIALIZE, path = url.pathname): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(
        { host: url.hostname, port: url.port, path, method: 'POST', headers: { ...HEADERS, ...headers } },
        (response) => {
          let text = '';
          response.on('data', (chunk) => (text += String(chunk)));
          response.on('close', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  const authorization = `Bearer ${service.token}`;
  return { service, post, authorization, port: url.port };
}

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

describe('the HTTP server', () => {
  it('needs its bearer token, which is random by default', async () => {
    const { service, post, authorization } = await served();
    expect(service.token).toMatch(/^[\w-]{43}$/);
    expect(await post({})).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    expect((await post({ authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await post({ authorization: `Basic ${service.token}` })).status).toBe(401);
    expect((await post({ authorization })).status).toBe(200);
  });

  it('needs no token if the host says so', async () => {
    const { service, post } = await served({ token: false });
    expect(service.token).toBeUndefined();
    expect((await post({})).status).toBe(200);
  });

  it.each(['evil.example', 'evil.example:80', 'localhost.evil.example', '127.0.0.1.evil.example', 'a b'])(
    'refuses requests for the host %j, also with the right token',
    async (host) => {
      const { post, authorization } = await served();
      expect((await post({ authorization, host })).status).toBeGreaterThanOrEqual(400);
    },
  );

  it.each(['http://evil.example', 'https://localhost.evil.example', 'null', 'file://'])(
    'refuses requests of pages from %s',
    async (origin) => {
      const { post, authorization } = await served();
      expect((await post({ authorization, origin })).status).toBe(403);
    },
  );

  it('answers local pages and the hosts and origins that are allowed', async () => {
    const { post, authorization, port } = await served();
    expect((await post({ authorization, origin: 'http://localhost:5173', host: `localhost:${port}` })).status).toBe(
      200,
    );
    const named = await served({ allowedHosts: ['tools.test'], allowedOrigins: ['page.test'] });
    const auth = { authorization: named.authorization };
    expect((await named.post({ ...auth, host: 'TOOLS.test', origin: 'https://page.test' })).status).toBe(200);
    expect((await named.post({ ...auth, host: 'localhost' })).status).toBe(403);
  });

  it('answers on its own path only', async () => {
    const { post, authorization } = await served({ path: '/tools' });
    expect((await post({ authorization })).status).toBe(200);
    expect((await post({ authorization }, INITIALIZE, '/mcp')).status).toBe(404);
  });

  it('refuses bodies that are too large or not JSON', async () => {
    const { post, authorization } = await served({ maxRequestBytes: 1000 });
    expect((await post({ authorization }, { ...INITIALIZE, filler: 'x'.repeat(2000) })).status).toBe(413);
    expect((await post({ authorization }, '{"jsonrpc":')).status).toBe(400);
    expect((await post({ authorization, 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('refuses requests in sessions that do not exist or belong to somebody else', async () => {
    const { post } = await served({ authenticate: (token) => (token.length === 3 ? { id: token } : undefined) });
    const opened = await post({ authorization: 'Bearer ada' });
    const session = String(opened.headers['mcp-session-id']);
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} };
    const ask = (token: string, id: string) =>
      post({ authorization: `Bearer ${token}`, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' }, list);
    expect((await ask('ada', session)).body).toContain('format_disk');
    expect((await ask('bob', session)).status).toBe(404);
    expect((await ask('ada', 'guess')).status).toBe(404);
    expect((await ask('nobody', session)).status).toBe(401);
  });

  it('limits how many sessions there are, and ends those without requests', async () => {
    const { post, authorization } = await served({ maxSessions: 2, sessionTimeoutMs: 200 });
    expect((await post({ authorization })).status).toBe(200);
    expect((await post({ authorization })).status).toBe(200);
    expect((await post({ authorization })).status).toBe(503);
    await vi.waitFor(async () => expect((await post({ authorization })).status).toBe(200), 5000);
  });

  it.each(['2025-11-25', '2026-07-28'] as const)(
    'makes calls on behalf of the principal whom the token names (%s)',
    async (era) => {
      const authenticate = (token: string) => ({ id: `user-${token}` });
      const tools = servedTools();
      const client = await connectClient(tools, { era, http: { authenticate }, token: 'ada' });
      const { content } = await client.callTool({ name: 'greet', arguments: {} });
      expect(content).toMatchObject([{ text: '{"name":"nobody","age":null,"principal":"user-ada"}' }]);
    },
  );

  it('rejects if its port is taken, and leaves no listener at the coordinator', async () => {
    const { port } = await served();
    const tools = servedTools();
    const unsubscribed = vi.fn<() => void>();
    const activity = {
      subscribe: (...args: Parameters<typeof tools.activity.subscribe>) => {
        const unsubscribe = tools.activity.subscribe(...args);
        return () => {
          unsubscribed();
          unsubscribe();
        };
      },
    };
    const watched = new Proxy(tools, {
      get: (target, name) => {
        if (name === 'activity') return activity;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    await expect(serveMcp(watched, { transport: { type: 'http', port: Number(port) } })).rejects.toThrow('EADDRINUSE');
    expect(unsubscribed).toHaveBeenCalledTimes(3);
  });

  it('ends running calls when it is closed, and resolves closed', async () => {
    const tools = servedTools();
    const { service, post, authorization } = await served({}, tools);
    const session = String((await post({ authorization })).headers['mcp-session-id']);
    const call = post(
      { authorization, 'mcp-session-id': session },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'wait', arguments: {} } },
    ).catch(() => undefined);
    await vi.waitFor(() => expect(tools.getStats().inFlight).toBe(1));
    await service.close();
    await service.closed;
    await call;
    await vi.waitFor(() => expect(tools.stopped).toHaveLength(1));
  });
});
