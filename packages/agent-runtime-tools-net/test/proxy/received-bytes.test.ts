import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startProxy, type GuardedProxy, type ProxyOptions } from '../../src/index.ts';
import { localServer, networkTo, type LocalServer } from '../fixtures/local-server.ts';

const MB = 1024 * 1024;

/** How many bytes of the answer arrive, and whether the connection ended by itself. */
function received(proxy: GuardedProxy, head: string, body = ''): Promise<{ bytes: number; text: string }> {
  const { username, password, url } = proxy;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return new Promise((resolve, reject) => {
    let bytes = 0;
    let text = '';
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) }, () =>
      socket.write(
        `${head} HTTP/1.1\r\nProxy-Authorization: ${authorization}\r\nHost: x\r\nConnection: close\r\n\r\n${body}`,
      ),
    );
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      text = (text + chunk.toString('latin1')).slice(0, 2000);
    });
    socket.on('close', () => resolve({ bytes, text })).on('error', reject);
    socket.setTimeout(10_000, () => reject(new Error('the answer does not end')));
  });
}

async function proxyTo(server: LocalServer, options: ProxyOptions): Promise<Proxied> {
  const codes: (string | undefined)[] = [];
  const network = networkTo(server);
  const proxy = await startProxy(network, { ...options, onRefused: ({ error }) => codes.push(error?.code) });
  return {
    proxy,
    codes,
    async [Symbol.asyncDispose]() {
      await proxy.close();
      await network.close();
    },
  };
}

interface Proxied extends AsyncDisposable {
  readonly proxy: GuardedProxy;
  readonly codes: readonly (string | undefined)[];
}

const zeros = Buffer.alloc(20 * MB);

describe('what comes through the proxy', () => {
  it.each([
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['deflate', deflateSync(zeros)],
  ])('is cut off when %s becomes larger than the limit', async (encoding, bomb) => {
    await using server = await localServer((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    );
    await using proxied = await proxyTo(server, { maxResponseBytes: MB });
    const { bytes } = await received(proxied.proxy, 'GET http://public.test/');
    // Not even the first chunk of a brotli bomb may arrive: all of it fits into one.
    expect(bytes).toBeLessThan(encoding === 'br' ? 1000 : 2 * MB);
    expect(proxied.codes).toEqual(['TOO_LARGE']);
  });

  it.each(['GET http://public.test/', 'CONNECT public.test:443'])('is cut off when %s does not end', async (head) => {
    await using server = await localServer((_, response) => {
      const send = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', send);
      send();
    });
    await using proxied = await proxyTo(server, { maxResponseBytes: MB });
    const inner = head.startsWith('CONNECT') ? 'GET / HTTP/1.1\r\nHost: inner.test\r\n\r\n' : '';
    const { bytes } = await received(proxied.proxy, head, inner);
    expect(bytes).toBeGreaterThan(MB / 2);
    expect(bytes).toBeLessThan(MB + 1000);
    expect(proxied.codes).toEqual(['TOO_LARGE']);
  });

  it('is passed on unchanged within the limit, compressed or not', async () => {
    const text = 'hello '.repeat(10_000);
    const bodies = { gzip: gzipSync(text), br: brotliCompressSync(text), identity: Buffer.from(text) };
    for (const [encoding, body] of Object.entries(bodies)) {
      await using server = await localServer((_, response) =>
        response.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length }).end(body),
      );
      await using proxied = await proxyTo(server, { maxResponseBytes: MB });
      const { bytes, text: head } = await received(proxied.proxy, 'GET http://public.test/');
      expect([head.split('\r\n', 1)[0], bytes - head.indexOf('\r\n\r\n') - 4]).toEqual([
        'HTTP/1.1 200 OK',
        body.length,
      ]);
      expect(proxied.codes).toEqual([]);
    }
  });

  it.each(['zstd', 'gzip, gzip', 'dcb'])(
    'is refused when it is encoded as %s, which is not checked',
    async (encoding) => {
      await using server = await localServer((_, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end('SECRET'),
      );
      await using proxied = await proxyTo(server, {});
      const { text } = await received(proxied.proxy, 'GET http://public.test/');
      expect(text).not.toContain('SECRET');
      expect(proxied.codes).toEqual(['INVALID_RESPONSE']);
    },
  );

  it('is refused when it is not what its encoding says', async () => {
    await using server = await localServer((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('SECRET'),
    );
    await using proxied = await proxyTo(server, {});
    const { text } = await received(proxied.proxy, 'GET http://public.test/');
    expect(text).not.toContain('SECRET');
    expect(proxied.codes).toEqual(['INVALID_RESPONSE']);
  });

  it('is limited for all connections together, until the budget is renewed', async () => {
    await using server = await localServer((_, response) => response.end(Buffer.alloc(MB)));
    await using proxied = await proxyTo(server, { maxTotalBytes: 2.5 * MB });
    const { proxy, codes } = proxied;
    const inner = 'GET / HTTP/1.1\r\nHost: inner.test\r\nConnection: close\r\n\r\n';
    await received(proxy, 'GET http://public.test/');
    await received(proxy, 'CONNECT public.test:443', inner);
    expect(codes).toEqual([]);
    expect((await received(proxy, 'GET http://public.test/')).bytes).toBeLessThan(MB);
    await received(proxy, 'CONNECT public.test:443', inner);
    expect(codes).toEqual(['TOO_LARGE', 'TOO_LARGE']);
    proxy.renewBudget();
    expect((await received(proxy, 'GET http://public.test/')).bytes).toBeGreaterThan(MB);
  });
});
