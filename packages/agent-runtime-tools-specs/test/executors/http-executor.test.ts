import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpExecutor, ToolSpecRegistry, UnifiedToolExecutor } from '../../src/index.ts';

let server: Server;
let origin = '';
let attempts = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method, url = '', headers } = request;
      if (url.startsWith('/redirect')) return response.writeHead(302, { location: 'http://localhost:1/' }).end();
      if (url.startsWith('/flaky') && ++attempts < 3) return response.writeHead(503).end('later');
      if (url.startsWith('/fails')) return response.writeHead(404, { 'content-type': 'text/plain' }).end(`no ${url}`);
      if (url.startsWith('/text')) return response.end('plain');
      if (url.startsWith('/slow')) return undefined;
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify({ data: { method, url, headers, body } }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}

const properties = {
  id: { type: 'string' },
  limit: { type: 'integer' },
  tags: { type: 'array', items: { type: 'string' } },
};

async function call(config: object, args: Record<string, unknown> = {}, more: object = {}) {
  const specRegistry = new ToolSpecRegistry().add({
    name: 'api',
    description: 'calls',
    tool_type: 'http',
    input_schema: { type: 'object', properties },
    implementation_config: config,
    ...more,
  });
  const allowPrivate = [origin.slice('http://'.length)];
  const http = httpExecutor({ secrets: { TOKEN: 'top-secret-1' }, network: { allowPrivate } });
  const executor = new UnifiedToolExecutor({ specRegistry, executors: [http] });
  const result = await executor.execute('api', args);
  await executor.shutdown();
  return result;
}

describe('an http tool', () => {
  const at = { response: { path: '/data' } };

  it('escapes values in the path and the query, and leaves out what was not given', async () => {
    const config = { url: `${origin}/items/{id}/x?fixed=1&limit={limit}`, query: { tag: '{tags}' }, ...at };
    expect(await call(config, { id: 'a/b?c#d&e=%2e', tags: ['x&y', 'z'] })).toMatchObject({
      value: { method: 'GET', url: '/items/a%2Fb%3Fc%23d%26e%3D%252e/x?fixed=1&tag=x%26y&tag=z' },
    });
  });

  it('sends the other parameters in the query or as JSON if the spec does not say where', async () => {
    const url = `${origin}/items/{id}`;
    expect(await call({ url, ...at }, { id: 'a', limit: 3, tags: ['x', 'y'] })).toMatchObject({
      value: { url: '/items/a?limit=3&tags=x&tags=y', body: '' },
    });
    expect(await call({ url, method: 'POST', ...at }, { id: 'a', limit: 3 })).toMatchObject({
      value: { url: '/items/a', body: '{"limit":3}', headers: { 'content-type': 'application/json' } },
    });
  });

  it('fills templates of bodies and headers', async () => {
    const config = {
      url: `${origin}/x`,
      method: 'PUT',
      headers: { 'X-Id': 'id {id}' },
      body: { id: '{id}', all: ['{tags}'], note: 'by {id}', limit: '{limit}', fixed: 1 },
      ...at,
    };
    expect(await call(config, { id: '"a"', tags: ['t'] })).toMatchObject({
      value: {
        headers: { 'x-id': 'id "a"' },
        body: JSON.stringify({ id: '"a"', all: [['t']], note: 'by "a"', fixed: 1 }),
      },
    });
    const form = { url: `${origin}/x`, method: 'POST', body: { a: '{id}', t: '{tags}' }, body_type: 'form', ...at };
    expect(await call(form, { id: 'x&y', tags: ['1', '2'] })).toMatchObject({ value: { body: 'a=x%26y&t=1&t=2' } });
  });

  it.each(['..', '.', '%2e%2e', ''])('refuses the path segment %j', async (id) => {
    const url = `${origin}/items/{id}/x`;
    const expected = id.startsWith('%')
      ? { value: { url: '/items/%252e%252e/x' } }
      : { error: { code: 'ARGUMENT_REFUSED' } };
    expect(await call({ url, ...at }, { id })).toMatchObject(expected);
  });

  it('refuses line breaks in headers', async () => {
    const config = { url: `${origin}/x`, headers: { 'X-Id': '{id}' } };
    expect(await call(config, { id: 'a\r\nX-Other: b' })).toMatchObject({ error: { code: 'ARGUMENT_REFUSED' } });
  });

  it('authenticates with a secret of the host, which no answer shows', async () => {
    const auth = (more: object) => call({ url: `${origin}/x`, auth: { secret: 'TOKEN', ...more }, ...at });
    expect(await auth({ type: 'bearer' })).toMatchObject({ value: { headers: { authorization: 'Bearer [secret]' } } });
    expect(await auth({ type: 'header', name: 'X-Key' })).toMatchObject({
      value: { headers: { 'x-key': '[secret]' } },
    });
    expect(await auth({ type: 'query', name: 'key' })).toMatchObject({ value: { url: '/x?key=[secret]' } });
    const basic = await auth({ type: 'basic', username: 'me' });
    expect(JSON.stringify(basic)).toContain(Buffer.from('me:top-secret-1').toString('base64'));
    const failing = await call({ url: `${origin}/fails`, auth: { type: 'query', name: 'key', secret: 'TOKEN' } });
    expect(JSON.stringify(failing)).not.toContain('top-secret-1');
  });

  it('fails if the secret is not there', async () => {
    const auth = { type: 'bearer', secret: 'toString' };
    expect(await call({ url: `${origin}/x`, auth })).toMatchObject({ error: { code: 'SECRET_MISSING' } });
  });

  it('fails with the answer of the server, and is retried where that helps', async () => {
    expect(await call({ url: `${origin}/fails` })).toMatchObject({
      error: { code: 'HTTP_FAILED', details: { status: 404, body: 'no /fails' }, retryable: false },
    });
    attempts = 0;
    const limits = { retry: { max_attempts: 3, delay_ms: 1 } };
    expect(await call({ url: `${origin}/flaky` }, {}, { limits })).toMatchObject({
      ok: true,
      metadata: { attempts: 3 },
    });
  });

  it('gives text as text, and fails for an answer that is not what the spec says', async () => {
    expect(await call({ url: `${origin}/text` })).toMatchObject({ value: 'plain' });
    expect(await call({ url: `${origin}/text`, response: { type: 'json' } })).toMatchObject({
      error: { code: 'RESULT_INVALID' },
    });
    expect(await call({ url: `${origin}/x`, response: { path: '/data/nothing' } })).toMatchObject({
      error: { code: 'RESULT_INVALID' },
    });
  });

  it('reaches no other host, and no private address that the host has not allowed', async () => {
    expect(await call({ url: `${origin}/redirect` })).toMatchObject({ error: { code: 'URL_REFUSED' } });
    expect(await call({ url: 'http://169.254.169.254/' })).toMatchObject({ error: { code: 'URL_REFUSED' } });
  });

  it('stops at its time limit', async () => {
    expect(await call({ url: `${origin}/slow` }, {}, { limits: { timeout_ms: 200 } })).toMatchObject({
      error: { code: 'TIMEOUT' },
    });
  });

  it.each([
    { url: 'http://{id}/x' },
    { url: 'http://example.com{id}/' },
    { url: '{id}' },
    { url: 'file:///etc/passwd' },
    { url: 'http://me:pass@example.com/' },
    { url: 'http://example.com/#{id}' },
    { url: 'http://example.com/', body: 'x' },
    { url: 'http://example.com/', headers: { Host: 'other' } },
    { url: 'http://example.com/', auth: { type: 'header', secret: 'TOKEN' } },
    { url: 'http://example.com/{unknown}' },
    { url: 'http://example.com/', method: 'TRACE' },
  ])('is unusable with %j', async (config) => {
    expect(await call(config)).toMatchObject({ error: { code: 'SPEC_UNUSABLE' } });
  });
});
