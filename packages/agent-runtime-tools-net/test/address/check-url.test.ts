import { describe, expect, it } from 'vitest';
import { createNetwork, type NetworkOptions } from '../../src/index.ts';
import { codeOf } from '../fixtures/local-server.ts';
import { PUBLIC_URLS, REFUSED_URLS } from '../fixtures/url-cases.ts';

const check = (url: string, options: NetworkOptions = {}): Promise<string> =>
  codeOf((async () => createNetwork(options).checkUrl(url))());

describe('checkUrl', () => {
  it.each(REFUSED_URLS)('refuses %j', async (url) => {
    expect(await check(url)).toBe('URL_REFUSED');
  });

  it.each(PUBLIC_URLS)('lets %j pass', async (url) => {
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
