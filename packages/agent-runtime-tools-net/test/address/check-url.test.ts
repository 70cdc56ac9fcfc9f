import { describe, expect, it } from 'vitest';
import { createNetwork, type NetworkOptions } from '../../src/index.ts';
import { codeOf } from '../fixtures/local-server.ts';

const check = (url: string, options: NetworkOptions = {}): Promise<string> =>
  codeOf((async () => createNetwork(options).checkUrl(url))());

describe('checkUrl', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://foo.localhost/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://metadata.google.internal/',
    'http://100.100.100.200/',
    'http://192.0.0.192/',
    'http://10.0.0.5/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[ff02::1]/',
    'http://127。0。0。1/',
    'http://①②⑦.0.0.1/',
    String.raw`http:\\127.0.0.1\x`,
    'http:///10.0.0.1/',
    'http://example.com@127.0.0.1/',
    'http://1.1.1.1%2f@10.0.0.1/',
    'http://user:pw@example.com/',
    'http://user@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/html,x',
    'javascript:alert(1)',
    'blob:https://example.com/x',
    'unix:/var/run/docker.sock',
    'view-source:http://127.0.0.1',
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
    'ws://example.com/',
    'http://',
    'http://[::1%25lo]/',
    'http://example.com:0/',
    'http://example.com:65536/',
    'http://example.com:22/',
    'http://example.com:25/',
    'http://example.com:6379/',
    'http://example.com:6000/',
    '//example.com/',
    'example.com',
    '',
  ])('refuses %j', async (url) => {
    expect(await check(url)).toBe('URL_REFUSED');
  });

  it.each([
    'https://example.com/a/../b?x=1&y=2#z',
    'https://example.com/?next=http://127.0.0.1/',
    'https://8.8.8.8/',
    'https://172.32.0.1/',
    'https://11.0.0.1/',
    'https://[2606:4700:4700::1111]/',
    'https://fc-games.test/',
    'https://localhost.example.com/',
    'https://example.com:8443/',
    'http://example.com:3000/',
    'https://example.com./',
    'HTTPS://EXAMPLE.COM/',
  ])('lets %j pass', async (url) => {
    expect(await check(url)).toBe('ok');
  });

  it('refuses a denied host in every spelling, and not its neighbours', async () => {
    const options = { denyHosts: ['evil.test', '*.bad.test'] };
    for (const url of ['https://evil.test/', 'https://EVIL.test./', 'https://a.bad.test/', 'https://a.b.bad.test/'])
      expect(await check(url, options)).toBe('URL_REFUSED');
    for (const url of [
      'https://notevil.test/',
      'https://evil.test.example.com/',
      'https://bad.test/',
      'https://xbad.test/',
    ])
      expect(await check(url, options)).toBe('ok');
  });

  it('lets named private hosts, addresses and ranges pass, on their port only', async () => {
    const options = { allowPrivate: ['localhost:8888', '10.1.0.0/16', '[::1]:3000', '127.0.0.1:6379'] };
    for (const url of ['http://localhost:8888/', 'http://10.1.2.3/', 'http://[::1]:3000/', 'http://127.0.0.1:6379/'])
      expect(await check(url, options)).toBe('ok');
    for (const url of [
      'http://localhost/',
      'http://10.2.0.1/',
      'http://[::1]:3001/',
      'http://127.0.0.1/',
      'http://10.1.2.3:22/x',
    ])
      expect([url, await check(url, options)]).toEqual([url, url.includes(':22') ? 'ok' : 'URL_REFUSED']);
  });

  it('keeps to the ports that a host gives', async () => {
    expect(await check('https://example.com:8443/', { ports: [443] })).toBe('URL_REFUSED');
    expect(await check('https://example.com/', { ports: [443] })).toBe('ok');
  });

  it.each([
    { allowPrivate: ['*'] },
    { allowPrivate: ['10.0.0.0/99'] },
    { allowPrivate: ['a:0'] },
    { allowPrivate: [''] },
    { denyHosts: ['http://x.test'] },
    { denyHosts: ['a.*.test'] },
    { denyHosts: [''] },
    { limits: { maxBytes: Number.NaN } },
    { limits: { timeoutMs: -1 } },
  ])('is not made with the faulty options %j', (options) => {
    expect(() => createNetwork(options)).toThrow(TypeError);
  });

  it('does not tell the query of a refused address', () => {
    expect(() => createNetwork().checkUrl('http://127.0.0.1/?token=secret')).toThrow(/^127\.0\.0\.1 was refused/);
  });
});
