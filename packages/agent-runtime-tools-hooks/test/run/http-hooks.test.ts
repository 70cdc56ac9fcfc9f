import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import { afterEach, describe, expect, it } from 'vitest';
import { REFUSED_URLS } from '../../../agent-runtime-tools-net/test/fixtures/url-cases.ts';
import { hooks, type HttpHookConfig } from '../../src/index.ts';
import { compileHook } from '../../src/register/compile-hook.ts';
import { noteTools } from '../note-tool.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => void server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function run(url: string, more: Partial<HttpHookConfig> = {}): Promise<ToolResult> {
  const config: HttpHookConfig = {
    name: 'web',
    type: 'PreToolUse',
    toolPatterns: ['*'],
    url,
    timeoutMs: 5000,
    ...more,
  };
  return noteTools().use(hooks(config)).execute('note', { text: 'a' });
}

const failed = { ok: false, error: { code: 'HOOK_BLOCKED', details: { why: 'failed' } } };

describe('an HTTP hook', () => {
  it('gets the input as a POST of JSON and answers like any other', async () => {
    const url = await serve((request: IncomingMessage, response: ServerResponse) => {
      void text(request).then((body) => {
        const { preToolUse } = JSON.parse(body);
        const { method, headers } = request;
        const seen = `${method} ${headers['content-type']} ${String(headers['x-key'])} ${preToolUse.parameters.text}`;
        response.end(JSON.stringify({ contextModification: seen }));
      });
    });
    expect(await run(url, { headers: { 'x-key': 'k' } })).toMatchObject({
      ok: true,
      metadata: { contextModifications: ['POST application/json k a'] },
    });
  });

  it('cancels', async () => {
    const url = await serve((_, response) => response.end('{"cancel":true,"errorMessage":"not today"}'));
    expect(await run(url)).toMatchObject({
      error: { code: 'HOOK_BLOCKED', message: 'Hook "web" blocked the call: not today' },
    });
  });

  it.each<[string, RequestListener]>([
    ['an error status', (_, response) => response.writeHead(500).end('{}')],
    ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['garbage', (_, response) => response.end('{')],
    [
      'an endless answer',
      (_, response) => {
        const more = (): void =>
          void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)));
        more();
      },
    ],
    ['nothing at all', () => undefined],
    ['a broken connection', (request) => request.socket.destroy()],
  ])('that gives %s denies the call', async (_, listener) => {
    expect(await run(await serve(listener), { timeoutMs: 1000 })).toMatchObject(failed);
  });

  it('with a password in its address is refused before anybody can read it in a failure', () => {
    const config = {
      name: 'h',
      type: 'PreToolUse',
      toolPatterns: ['*'],
      url: 'https://me:secret@example.com/',
    } as const;
    expect(() => hooks([config])).toThrow(/^(?!.*secret).*put them into headers/);
  });

  it('behind a page to log in denies the call, whatever the status of the page', async () => {
    for (const [type, page] of [
      ['text/html; charset=utf-8', 'Please log in'],
      ['text/plain', '\n<!DOCTYPE html><html><body>Please log in</body></html>'],
      ['application/xhtml+xml', '<p>Please log in</p>'],
    ] as const) {
      const url = await serve((_request, response) => response.setHeader('content-type', type).end(page));
      expect(await run(url)).toMatchObject(failed);
      server?.closeAllConnections();
    }
    const url = await serve((_request, response) => response.setHeader('content-type', 'text/plain').end('1 < 2 <b>'));
    expect(await run(url)).toMatchObject({ ok: true, metadata: { contextModifications: ['1 < 2 <b>'] } });
  });

  it('is told by what went wrong', async () => {
    const message = async (listener: RequestListener): Promise<unknown> => {
      const result = await run(await serve(listener), { timeoutMs: 1000 });
      server?.closeAllConnections();
      return result.ok || result.error.message;
    };
    expect(await message((_, response) => response.end('x'.repeat(1_000_001)))).toContain(
      'it answered more than 1000000 bytes',
    );
    expect(await message((_, response) => response.end('x'.repeat(1_000_000)))).toBe(true);
    expect(await message((_, response) => response.writeHead(503).end())).toContain('it answered with status 503');
    expect(await message((_, response) => response.setHeader('content-type', 'text/html').end('{}'))).toContain(
      'it answered with a web page',
    );
    expect(await message((_, response) => response.end('<html>'))).toContain('it answered with a web page');
    // The cause of what fetch throws, which itself says "fetch failed" only.
    expect(await message((request) => request.socket.destroy())).toMatch(
      /it could not be reached: (?!fetch failed|Error|TypeError)./,
    );
    const faulty = await run('http://127.0.0.1:1/', { headers: { 'x-key': 'a\nb' } });
    expect(faulty.ok || faulty.error.message).toMatch(/it could not be reached: [^]*invalid header/i);
    const nobody = await run('http://127.0.0.1:1/');
    expect(nobody.ok || nobody.error.message).toMatch(/it could not be reached: (?!fetch failed|Error|TypeError)./);
  });

  it('that is not there denies the call', async () => {
    const url = await serve(() => undefined);
    server?.close();
    expect(await run(url)).toMatchObject(failed);
  });
});

describe('the address of an HTTP hook', () => {
  const fromFile = (url: string) =>
    compileHook({ name: 'web', type: 'PreToolUse', toolPatterns: ['*'], url, timeoutMs: 5000 }, 'hooks.json').transport;
  const answerOf = async (url: string): Promise<string> => {
    const reply = await fromFile(url).deliver({}, { signal: new AbortController().signal, timeoutMs: 5000 } as never);
    return reply.kind === 'failed' ? reply.why : reply.kind;
  };

  it('may be on this machine, plainly spelled, for hooks from files', async () => {
    const url = await serve((_, response) => response.end('{}'));
    expect(await answerOf(url)).toBe('text');
    expect(await answerOf(url.replace('127.0.0.1', 'localhost'))).toBe('text');
  });

  // A hook may be on this machine, if it is plainly spelled.
  const plainlyLocal = new Set(['http://127.0.0.1/', 'http://localhost/', 'http://LOCALHOST/', 'http://[::1]/']);

  it.each(['http://8.8.8.8:22/', ...REFUSED_URLS.filter((url) => !plainlyLocal.has(url))])(
    'is refused for hooks from files at %j',
    async (url) => {
      // What is no HTTP address at all is refused when the hook is registered.
      const refusal = await answerOf(url).catch((error: unknown) => String(error));
      expect(refusal).toMatch(/was refused|^TypeError: Hook "web": its url /);
    },
  );

  it('is not left by a redirect', async () => {
    const url = await serve((_, response) => response.writeHead(307, { location: 'http://169.254.169.254/' }).end());
    expect(await answerOf(url)).toContain('redirects');
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('does not answer with what unpacks to too much (%s)', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(64 * 1024 * 1024));
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb);
    });
    expect(await answerOf(url)).toContain('it answered more than');
  });

  it('does not answer forever, or a byte at a time beyond its time', async () => {
    const endless = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(1_000_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect(await answerOf(endless)).toContain('it answered more than');
    server?.closeAllConnections();
    server?.close();
    const slow = await serve((_, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await run(slow, { timeoutMs: 500 })).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED' } });
  });
});
