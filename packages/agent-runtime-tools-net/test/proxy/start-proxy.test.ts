import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startProxy, type GuardedProxy } from '../../src/index.ts';
import { localServer, networkTo } from '../fixtures/local-server.ts';

const credentials = ({ username, password }: GuardedProxy): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Sends one request line through the proxy and gives the whole answer as text. */
function through(
  proxy: GuardedProxy,
  head: string,
  { authorization = credentials(proxy), body = '' } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket: Socket = connect({ host: '127.0.0.1', port: Number(new URL(proxy.url).port) }, () => {
      socket.write(`${head}\r\nProxy-Authorization: ${authorization}\r\nHost: x\r\nConnection: close\r\n\r\n${body}`);
    });
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('close', () => resolve(text)).on('error', reject);
    socket.setTimeout(3000, () => socket.destroy());
  });
}

describe('startProxy', () => {
  it('forwards http and tunnels everything else to allowed addresses', async () => {
    await using server = await localServer((request, response) =>
      response.end(`${request.headers.host} ${request.url}`),
    );
    const network = networkTo(server);
    const proxy = await startProxy(network);
    expect(await through(proxy, 'GET http://public.test/a?b HTTP/1.1')).toContain('public.test /a?b');
    expect(server.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
    const inner = 'GET /inner HTTP/1.1\r\nHost: inner.test\r\nConnection: close\r\n\r\n';
    expect(await through(proxy, 'CONNECT public.test:8443 HTTP/1.1', { body: inner })).toContain('inner.test /inner');
    expect(network.dialled).toEqual(['93.184.215.14:80', '93.184.215.14:8443']);
    await proxy.close();
    await network.close();
  });

  it.each([
    'CONNECT 127.0.0.1:443 HTTP/1.1',
    'CONNECT localhost:443 HTTP/1.1',
    'CONNECT [::1]:443 HTTP/1.1',
    'CONNECT 2130706433:443 HTTP/1.1',
    'CONNECT inside.test:443 HTTP/1.1',
    'CONNECT public.test:22 HTTP/1.1',
    'GET http://169.254.169.254/ HTTP/1.1',
    'GET http://inside.test/ HTTP/1.1',
    'GET http://0x7f.1/ HTTP/1.1',
    'GET file:///etc/passwd HTTP/1.1',
  ])('refuses %s and reports it', async (head) => {
    await using server = await localServer((_, response) => response.end('SECRET'));
    const refusals: string[] = [];
    const network = networkTo(server, {
      lookup: async (name) => [name === 'inside.test' ? '10.0.0.1' : '93.184.215.14'],
    });
    const proxy = await startProxy(network, { onRefused: ({ reason }) => refusals.push(reason) });
    const answer = await through(proxy, head);
    expect(answer).toMatch(/^HTTP\/1\.1 403/);
    expect(answer).not.toContain('SECRET');
    expect([refusals.length, server.requests.length, network.dialled]).toEqual([1, 0, []]);
    await proxy.close();
  });

  it('reports the error of the network, so that a refusal can be told from a failure', async () => {
    await using server = await localServer((_, response) => response.end('SECRET'));
    const codes: (string | undefined)[] = [];
    const network = networkTo(server, { lookup: async (name) => (name === 'inside.test' ? ['10.0.0.1'] : []) });
    const proxy = await startProxy(network, { onRefused: ({ error }) => codes.push(error?.code) });
    await through(proxy, 'CONNECT inside.test:443 HTTP/1.1');
    await through(proxy, 'GET http://nowhere.test/ HTTP/1.1');
    expect(codes).toEqual(['URL_REFUSED', 'HOST_NOT_FOUND']);
    await proxy.close();
  });

  it('does not report a request that its client gave up', async () => {
    await using server = await localServer(() => undefined);
    const reasons: string[] = [];
    const proxy = await startProxy(networkTo(server), { onRefused: ({ reason }) => reasons.push(reason) });
    const client = connect({ host: '127.0.0.1', port: Number(new URL(proxy.url).port) });
    client.write(
      `GET http://public.test/ HTTP/1.1\r\nProxy-Authorization: ${credentials(proxy)}\r\nHost: public.test\r\n\r\n`,
    );
    await expect.poll(() => server.requests.length).toBe(1);
    const closed = new Promise((resolve) => {
      server.requests[0]?.socket.once('close', resolve);
    });
    client.destroy();
    await closed;
    expect(reasons).toEqual([]);
    await proxy.close();
  });

  it('answers nobody without its password', async () => {
    await using server = await localServer((_, response) => response.end('SECRET'));
    const proxy = await startProxy(networkTo(server));
    const authorization = `Basic ${Buffer.from('proxy:wrong').toString('base64')}`;
    for (const head of ['GET http://public.test/ HTTP/1.1', 'CONNECT public.test:443 HTTP/1.1'])
      expect(await through(proxy, head, { authorization })).toMatch(/^HTTP\/1\.1 407/);
    expect(server.requests).toHaveLength(0);
    await proxy.close();
  });

  it('answers a request that is not for a proxy with an error', async () => {
    await using server = await localServer((_, response) => response.end('SECRET'));
    const proxy = await startProxy(networkTo(server));
    expect(await through(proxy, 'GET / HTTP/1.1')).toMatch(/^HTTP\/1\.1 403/);
    expect(await through(proxy, 'CONNECT nonsense HTTP/1.1')).toMatch(/^HTTP\/1\.1 400/);
    await proxy.close();
  });

  it('ends what is under way when it closes', async () => {
    await using server = await localServer(() => undefined);
    const proxy = await startProxy(networkTo(server));
    const waiting = through(proxy, 'GET http://public.test/ HTTP/1.1');
    await expect.poll(() => server.requests.length).toBe(1);
    await proxy.close();
    expect(await waiting).not.toContain('200');
  });

  it('is reachable from this machine only', async () => {
    await using server = await localServer((_, response) => response.end());
    const proxy = await startProxy(networkTo(server));
    expect(new URL(proxy.url).hostname).toBe('127.0.0.1');
    await proxy.close();
  });
});
