import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedStudio, type ServedStudio } from './fixtures/served-studio.ts';

let studio: ServedStudio;
let port = 0;
beforeAll(async () => {
  studio = await servedStudio({ maxBodyBytes: 64 * 1024 });
  port = Number(new URL(studio.service.url).port);
});
afterAll(() => studio[Symbol.asyncDispose]());

/** A request as it is written, because `fetch` corrects hosts and paths. */
async function raw(lines: readonly string[], body = ''): Promise<{ status: number; text: string }> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.write(
    `${[...lines, 'connection: close', `content-length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`,
  );
  const answer = await text(socket);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), text: answer };
}

const own = (): string => `host: 127.0.0.1:${port}`;
const token = (): string => `authorization: Bearer ${studio.service.token}`;
const CALL = JSON.stringify({ arguments: { path: 'x.txt', content: 'x' }, callId: 'attack' });

describe('the API of the Studio', () => {
  it('answers with the token', async () => {
    expect((await raw(['GET /api/overview HTTP/1.1', own(), token()])).status).toBe(200);
  });

  it.each([
    ['no token', () => []],
    ['a wrong token', () => ['authorization: Bearer wrong']],
    ['the token as a cookie', () => [`cookie: token=${studio.service.token}`]],
    ['another scheme', () => [`authorization: Basic ${studio.service.token}`]],
  ])('refuses %s', async (_, headers) => {
    const { status, text: answer } = await raw(['GET /api/tools HTTP/1.1', own(), ...headers()]);
    expect(status).toBe(401);
    expect(answer).toContain('TOKEN_REQUIRED');
    expect(answer).not.toContain('read_file');
  });

  it('refuses the token in the address, where it would end up in logs', async () => {
    expect((await raw([`GET /api/tools?token=${studio.service.token} HTTP/1.1`, own()])).status).toBe(401);
  });

  it.each(['evil.example', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example', '0.0.0.0', ''])(
    'refuses the host "%s", even with the token',
    async (host) => {
      const { status } = await raw(['GET /api/tools HTTP/1.1', `host: ${host}`, token()]);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(404);
    },
  );

  it('refuses a foreign host for the page too, whose name could lead here', async () => {
    expect((await raw(['GET / HTTP/1.1', `host: evil.example:${port}`])).status).toBe(403);
  });

  it.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'https://127.0.0.1'])(
    'refuses the origin %s, even with the token',
    async (origin) => {
      const request = ['POST /api/tools/write_file/calls HTTP/1.1', own(), token(), `origin: ${origin}`];
      expect((await raw([...request, 'content-type: application/json'], CALL)).status).toBe(403);
    },
  );

  it('refuses a request that another site made the browser send', async () => {
    const request = ['GET /api/tools HTTP/1.1', own(), token(), 'sec-fetch-site: cross-site'];
    expect((await raw(request)).status).toBe(403);
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', ''])(
    'refuses a form that is sent as "%s"',
    async (type) => {
      const request = ['POST /api/tools/write_file/calls HTTP/1.1', own()];
      const headers = type === '' ? [] : [`content-type: ${type}`];
      expect((await raw([...request, ...headers], CALL)).status).toBe(401);
      expect((await raw([...request, ...headers, token()], CALL)).status).toBe(415);
    },
  );

  it('refuses a body that is too large, with and without a length', async () => {
    const body = JSON.stringify({ arguments: { path: 'x', content: 'x'.repeat(100_000) }, callId: 'large' });
    expect((await studio.api('/api/tools/write_file/calls', { method: 'POST', body: JSON.parse(body) })).status).toBe(
      413,
    );
    const chunked = await fetch(`${studio.service.url}/api/tools/write_file/calls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${studio.service.token}`, 'content-type': 'application/json' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    });
    expect(chunked.status).toBe(413);
  });

  it.each(['{', '[]', '{"arguments":[]}', '{"arguments":{},"callId":"a b"}', 'null', '{"callId":"x"}'])(
    'refuses the body %s',
    async (body) => {
      const response = await fetch(`${studio.service.url}/api/tools/read_file/calls`, {
        method: 'POST',
        headers: { authorization: `Bearer ${studio.service.token}`, 'content-type': 'application/json' },
        body,
      });
      expect(response.status).toBe(400);
    },
  );

  it('answers what it does not know with 404, and says nothing about itself', async () => {
    expect(await studio.api('/api/nothing')).toEqual({
      status: 404,
      body: { error: { code: 'NOT_FOUND', message: 'There is nothing here.' } },
    });
    expect((await studio.api('/api/changes/..%2f..%2fetc/diff')).status).toBe(404);
    expect((await studio.api('/api/tools/constructor')).status).toBe(404);
  });
});

describe('the files of the page', () => {
  it.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/../../../package.json',
    '/assets/..%5c..%5cpackage.json',
    '//etc/passwd',
    '/etc/passwd',
    '/index.html/../../types/main.d.ts',
    '/%00/index.html',
    '/assets',
    '/.',
  ])('do not include %s', async (path) => {
    const { status, text: answer } = await raw([`GET ${path} HTTP/1.1`, own()]);
    // "/." is the page itself.
    expect(path === '/.' ? [200, 404] : [400, 404]).toContain(status);
    expect(answer).not.toContain('"name"');
    expect(answer).not.toContain('root:');
  });

  it('come with a policy that allows only their own scripts and no frames', async () => {
    const response = await fetch(`${studio.service.url}/`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    const html = await response.text();
    expect(html).not.toMatch(/https?:\/\//);
    expect(html).not.toMatch(/<script(?![^>]*src=)/);
  });

  it('weigh less than 400 kB compressed', async () => {
    const html = await (await fetch(`${studio.service.url}/`)).text();
    const paths = ['/', ...Array.from(html.matchAll(/(?:src|href)="(\/[^"]+)"/g), ([, path = '']) => path)];
    let bytes = 0;
    for (const path of paths) {
      const { text: answer } = await raw([`GET ${path} HTTP/1.1`, own(), 'accept-encoding: gzip']);
      bytes += Number(/^content-length: (\d+)/im.exec(answer)?.[1]);
    }
    expect(paths.length).toBeGreaterThanOrEqual(4);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(400_000);
  });
});
