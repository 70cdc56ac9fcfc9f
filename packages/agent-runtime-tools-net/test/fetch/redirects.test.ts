import { describe, expect, it } from 'vitest';
import { codeOf, localServer, networkTo } from '../fixtures/local-server.ts';

/** A server that redirects each path to what is given, and tells what it got elsewhere. */
const redirecting = (locations: Readonly<Record<string, readonly [number, string]>>) =>
  localServer((request, response) => {
    const found = locations[`${request.headers.host}${request.url}`];
    if (found !== undefined) {
      response.writeHead(found[0], { location: found[1] }).end();
      return;
    }
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => response.end(JSON.stringify({ method: request.method, headers: request.headers, body })));
  });

interface Told {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

describe('redirects', () => {
  it.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/',
    'http://[::1]/',
    'http://localhost/',
    'file:///etc/passwd',
    'ftp://public.test/',
    'http://user:pw@public.test/',
    'http://public.test:22/',
    '//2130706433/',
  ])('to %s are refused', async (location) => {
    await using server = await redirecting({ 'public.test/': [302, location] });
    const network = networkTo(server);
    expect(await codeOf(network.fetch('http://public.test/'))).toBe('URL_REFUSED');
    expect(server.requests).toHaveLength(1);
    await network.close();
  });

  it('to a name that resolves to a private address are refused', async () => {
    await using server = await redirecting({ 'public.test/': [302, 'http://inside.test/'] });
    const network = networkTo(server, {
      lookup: async (name) => [name === 'inside.test' ? '10.0.0.1' : '93.184.215.14'],
    });
    expect(await codeOf(network.fetch('http://public.test/'))).toBe('URL_REFUSED');
    await network.close();
  });

  it('are followed, and the response names the final address', async () => {
    await using server = await redirecting({ 'a.test/': [301, '/next'], 'a.test/next': [302, 'http://b.test/end'] });
    const network = networkTo(server);
    const response = await network.fetch('http://a.test/#part');
    expect([response.url, response.redirected, response.redirects]).toEqual([
      'http://b.test/end#part',
      true,
      ['http://a.test/#part', 'http://a.test/next#part'],
    ]);
    await response.body?.cancel();
    await network.close();
  });

  it('in a circle, or too many of them, end with an error', async () => {
    await using server = await redirecting({
      'a.test/': [302, 'http://a.test/'],
      ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`b.test/${n}`, [302, `/${n + 1}`] as const])),
    });
    const network = networkTo(server);
    expect(await codeOf(network.fetch('http://a.test/'))).toBe('TOO_MANY_REDIRECTS');
    expect(await codeOf(network.fetch('http://b.test/0'))).toBe('TOO_MANY_REDIRECTS');
    expect(await codeOf(network.fetch('http://b.test/17', { maxRedirects: 3 }))).toBe('ok');
    expect(await codeOf(network.fetch('http://b.test/16', { maxRedirects: 3 }))).toBe('TOO_MANY_REDIRECTS');
    await network.close();
  });

  it('keep credentials at their origin', async () => {
    await using server = await redirecting({ 'a.test/': [302, 'http://b.test/'], 'a.test/same': [302, '/end'] });
    const network = networkTo(server);
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k', 'x-other': 'kept' };
    const other = (await (await network.fetch('http://a.test/', { headers })).json()) as Told;
    expect(other.headers).toMatchObject({ 'x-other': 'kept' });
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(other.headers).not.toHaveProperty(name);
    const same = (await (await network.fetch('http://a.test/same', { headers })).json()) as Told;
    expect(same.headers).toMatchObject({ authorization: 'Bearer x', cookie: 'a=b' });
    await network.close();
  });

  it('turn POST into GET for 301, 302 and 303, and repeat it for 307 and 308 at the same origin only', async () => {
    await using server = await redirecting({
      'a.test/301': [301, '/end'],
      'a.test/303': [303, '/end'],
      'a.test/307': [307, '/end'],
      'a.test/308': [308, 'http://b.test/end'],
    });
    const network = networkTo(server);
    const post = async (path: string): Promise<Told> =>
      (await (await network.fetch(`http://a.test/${path}`, { method: 'POST', body: 'data' })).json()) as Told;
    expect(await post('301')).toMatchObject({ method: 'GET', body: '' });
    expect(await post('303')).toMatchObject({ method: 'GET', body: '' });
    expect(await post('307')).toMatchObject({ method: 'POST', body: 'data' });
    expect(await codeOf(post('308'))).toBe('URL_REFUSED');
    await network.close();
  });

  it('can be returned or refused instead', async () => {
    await using server = await redirecting({ 'a.test/': [302, 'http://127.0.0.1/'] });
    const network = networkTo(server);
    const response = await network.fetch('http://a.test/', { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://127.0.0.1/']);
    expect(await codeOf(network.fetch('http://a.test/', { redirect: 'error' }))).toBe('URL_REFUSED');
    await network.close();
  });
});
