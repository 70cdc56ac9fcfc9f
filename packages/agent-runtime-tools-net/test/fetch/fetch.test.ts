import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, createBrotliCompress, createDeflate, createGzip, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createNetwork, readAtMost } from '../../src/index.ts';
import { codeOf, localServer, networkTo, PUBLIC_ADDRESS } from '../fixtures/local-server.ts';

const hello = (): Promise<Awaited<ReturnType<typeof localServer>>> =>
  localServer((_, response) => response.end('hello'));

describe('fetch', () => {
  it('connects to the address that was checked', async () => {
    await using server = await hello();
    const network = networkTo(server);
    const response = await network.fetch('http://public.test/a?b=c');
    expect([response.status, response.url, await response.text()]).toEqual([200, 'http://public.test/a?b=c', 'hello']);
    expect(network.dialled).toEqual([`${PUBLIC_ADDRESS}:80`]);
    expect(server.requests[0]?.headers.host).toBe('public.test');
    await network.close();
  });

  it('does not keep the process alive for an unread body once the network is closed', async () => {
    await using server = await localServer((_, response) => response.write('never ends'));
    const program = `
      import { createNetwork } from './src/index.ts';
      const network = createNetwork({ allowPrivate: ['127.0.0.1:${server.port}'] });
      const { status } = await network.fetch('http://127.0.0.1:${server.port}/', { timeoutMs: 600_000 });
      await network.close();
      console.log(status);
    `;
    const options = { cwd: join(import.meta.dirname, '..', '..'), timeout: 30_000 };
    const args = ['--input-type=module', '-e', program];
    expect((await promisify(execFile)(process.execPath, args, options)).stdout).toBe('200\n');
  });

  it('resolves a name once per connection, so that a second answer changes nothing', async () => {
    await using server = await hello();
    let answers = 0;
    const network = networkTo(server, { lookup: async () => [answers++ === 0 ? PUBLIC_ADDRESS : '127.0.0.1'] });
    expect(await (await network.fetch('http://rebind.test/')).text()).toBe('hello');
    expect(network.dialled).toEqual([`${PUBLIC_ADDRESS}:80`]);
    await network.close();
  });

  it.each([
    [['127.0.0.1']],
    [[PUBLIC_ADDRESS, '::1']],
    [['::ffff:10.0.0.1']],
    [['169.254.169.254']],
    [['0.0.0.0']],
    [['not an address']],
  ])('refuses a name that resolves to %j', async (addresses) => {
    await using server = await hello();
    const network = networkTo(server, { lookup: async () => addresses });
    expect(await codeOf(network.fetch('http://name.test/'))).toBe('URL_REFUSED');
    expect([server.requests.length, network.dialled]).toEqual([0, []]);
  });

  it('says that a name does not resolve', async () => {
    const network = createNetwork({ lookup: async () => [] });
    expect(await codeOf(network.fetch('http://nx.test/'))).toBe('HOST_NOT_FOUND');
    const failing = createNetwork({
      lookup: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
      },
    });
    expect(await codeOf(failing.fetch('http://nx.test/'))).toBe('HOST_NOT_FOUND');
  });

  it('reaches a private server that the host application allows', async () => {
    await using server = await hello();
    const network = createNetwork({ allowPrivate: [`127.0.0.1:${server.port}`] });
    expect(await (await network.fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe('hello');
    expect(await codeOf(createNetwork().fetch(`http://127.0.0.1:${server.port}/`))).toBe('URL_REFUSED');
    await network.close();
  });

  it('reaches only the allowed hosts of a request, through redirects too', async () => {
    await using server = await localServer((request, response) => {
      if (request.headers.host === 'docs.example.com') response.writeHead(302, { location: 'http://evil.test/' }).end();
      else response.end('evil');
    });
    const network = networkTo(server);
    const allowHosts = ['docs.example.com'];
    for (const url of [
      'https://docs.example.com.evil.test/',
      'https://evil.test#docs.example.com',
      'http://docs.example.com/',
    ])
      expect([url, await codeOf(network.fetch(url, { allowHosts }))]).toEqual([url, 'URL_REFUSED']);
    expect(server.requests).toHaveLength(1);
    await network.close();
  });

  it('knows an allowed host in every spelling', async () => {
    await using server = await localServer((_, response) => response.end('ok'));
    const network = networkTo(server);
    for (const [url, allowed] of [
      ['http://DOCS.EXAMPLE.COM./a', 'docs.example.com'],
      ['http://a.example.com/', '*.example.com'],
      ['http://пример.test/', 'xn--e1afmkfd.test'],
      ['http://xn--e1afmkfd.test/', 'пример.test'],
    ] as const)
      expect([url, await codeOf(network.fetch(url, { allowHosts: [allowed] }))]).toEqual([url, 'ok']);
    await network.close();
  });

  it.each([
    ['gzip', createGzip],
    ['deflate', createDeflate],
    ['br', () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('counts bytes after decompression (%s)', async (encoding, createPacker) => {
    await using server = await localServer((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      const packer = createPacker();
      packer.pipe(response).on('error', () => packer.destroy());
      const zeros = Buffer.alloc(1024 * 1024);
      const write = (left: number): void => {
        if (left === 0) packer.end();
        else if (!packer.destroyed) packer.write(zeros, () => write(left - 1));
      };
      response.on('close', () => packer.destroy());
      write(2048);
    });
    const network = networkTo(server, { limits: { maxBytes: 1_000_000 } });
    const before = process.memoryUsage().rss;
    const response = await network.fetch('http://bomb.test/');
    expect(await codeOf(response.arrayBuffer())).toBe('TOO_LARGE');
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
    await network.close();
  });

  it('decompresses an honest answer and drops the headers that no longer hold', async () => {
    await using server = await localServer((_, response) => {
      const body = gzipSync('plain text');
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length }).end(body);
    });
    const network = networkTo(server);
    const response = await network.fetch('http://a.test/');
    expect(response.headers.has('content-length')).toBe(false);
    expect(await response.text()).toBe('plain text');
    await network.close();
  });

  it('reads the beginning of an endless answer and stops the download', async () => {
    let isClosed = false;
    await using server = await localServer((_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(1000)), 1);
      response.on('close', () => {
        isClosed = true;
        clearInterval(timer);
      });
    });
    const network = networkTo(server);
    const { bytes, truncated } = await readAtMost(await network.fetch('http://endless.test/'), 5000);
    expect([bytes.length, truncated]).toEqual([5000, true]);
    await expect.poll(() => isClosed).toBe(true);
    await network.close();
  });

  it('limits the whole time, however slowly the bytes come', async () => {
    await using server = await localServer((_, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const network = networkTo(server, { limits: { timeoutMs: 300 } });
    const started = performance.now();
    const response = await network.fetch('http://slow.test/');
    expect(await codeOf(response.text())).toBe('TIMEOUT');
    expect(performance.now() - started).toBeLessThan(5000);
    await network.close();
  });

  it('limits the time until a silent server answers', async () => {
    await using server = await localServer(() => undefined);
    const network = networkTo(server, { limits: { timeoutMs: 200 } });
    expect(await codeOf(network.fetch('http://silent.test/'))).toBe('TIMEOUT');
    await network.close();
  });

  it('limits the size of headers', async () => {
    await using server = await localServer((_, response) => {
      response.writeHead(200, { 'x-large': 'x'.repeat(100_000) }).end();
    });
    const network = networkTo(server);
    expect(await codeOf(network.fetch('http://headers.test/'))).toBe('TOO_LARGE');
    await network.close();
  });

  it('refuses an announced length above the limit at once', async () => {
    await using server = await localServer((_, response) => {
      response.writeHead(200, { 'content-length': 50_000_000 });
      response.write('x');
    });
    const network = networkTo(server);
    expect(await codeOf(network.fetch('http://large.test/'))).toBe('TOO_LARGE');
    await network.close();
  });

  it('reports a length that was a lie as a broken connection', async () => {
    await using server = await localServer((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('short');
      setTimeout(() => response.destroy(), 20);
    });
    const network = networkTo(server);
    const response = await network.fetch('http://liar.test/');
    expect(await codeOf(response.text())).toBe('CONNECTION_FAILED');
    await network.close();
  });

  it('rejects with the reason of its signal, before and while it runs', async () => {
    await using server = await localServer(() => undefined);
    const network = networkTo(server);
    const reason = new Error('enough');
    await expect(network.fetch('http://a.test/', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const running = network.fetch('http://a.test/', { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(running).rejects.toBe(reason);
    await network.close();
  });

  it('reports a server that is not there as a failure to try again', async () => {
    const server = await hello();
    await server[Symbol.asyncDispose]();
    const network = networkTo(server);
    await expect(network.fetch('http://gone.test/')).rejects.toMatchObject({
      error: { code: 'CONNECTION_FAILED', retryable: true },
    });
  });

  it('tries the next address of a host when one does not answer', async () => {
    await using server = await hello();
    const { connect } = await import('node:net');
    const network = createNetwork({
      lookup: async () => ['93.184.215.15', PUBLIC_ADDRESS],
      dial: ({ address }) => connect({ host: '127.0.0.1', port: address === PUBLIC_ADDRESS ? server.port : 1 }),
    });
    expect(await (await network.fetch('http://two.test/')).text()).toBe('hello');
    await network.close();
  });

  it('leaves no timer behind, whether it succeeds or refuses', async () => {
    await using server = await hello();
    const network = networkTo(server);
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await (await network.fetch('http://a.test/')).text();
    await codeOf(network.fetch('http://127.0.0.1/'));
    await codeOf(network.fetch('http://a.test/', { body: new ReadableStream() }));
    await network.close();
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('does not take a stream as a body, since it could not be sent twice', async () => {
    await using server = await hello();
    const network = networkTo(server);
    await expect(network.fetch('http://a.test/', { method: 'POST', body: new ReadableStream() })).rejects.toThrow(
      TypeError,
    );
    await network.close();
  });

  it('fails after it was closed', async () => {
    await using server = await hello();
    const network = networkTo(server);
    await network.close();
    await expect(network.fetch('http://a.test/')).rejects.toThrow('closed');
  });
});
