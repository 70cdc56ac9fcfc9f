import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFUSED_URLS } from '../../../agent-runtime-tools-net/test/fixtures/url-cases.ts';
import { browserTools, hasChromium, leadingTo, pages, site, type Site } from '../fixtures/browser.ts';

/** Ways in which a page makes the browser send a request. */
const ATTEMPTS: Readonly<Record<string, (target: string) => string>> = {
  fetch: (target) => `<script>fetch('http://${target}/fetch', { mode: 'no-cors' }).catch(() => {})</script>`,
  iframe: (target) => `<iframe src="http://${target}/iframe"></iframe>`,
  image: (target) => `<img src="http://${target}/image">`,
  websocket: (target) => `<script>new WebSocket('ws://${target}/websocket')</script>`,
  beacon: (target) => `<script>navigator.sendBeacon('http://${target}/beacon', 'x')</script>`,
  worker: (target) =>
    `<script>new Worker(URL.createObjectURL(new Blob(["fetch('http://${target}/worker', { mode: 'no-cors' }).catch(() => {})"])))</script>`,
  form: (target) =>
    `<iframe name="f"></iframe><form target="f" method="post" action="http://${target}/form"></form><script>document.forms[0].submit()</script>`,
  redirect: () => `<img src="/redirect">`,
};
const NAMES = Object.keys(ATTEMPTS);

describe.skipIf(!hasChromium)('the addresses a page can reach (needs chromium)', { timeout: 60_000 }, () => {
  let secret: Site;
  beforeAll(async () => {
    secret = await site((_, response) => response.end('SECRET'));
  });
  afterAll(() => secret[Symbol.asyncDispose]());

  /** A page that tries everything against the target. Redirects lead there too. */
  const attacker = (target: string): Promise<Site> =>
    site((request, response) => {
      if (request.url === '/redirect') response.writeHead(302, { location: `http://${target}/redirect` }).end();
      else if (request.url === '/')
        response.setHeader('content-type', 'text/html').end(
          Object.values(ATTEMPTS)
            .map((attempt) => attempt(target))
            .join('\n'),
        );
      else response.end();
    });

  it('include public ones: each attempt of the page arrives', async () => {
    await using web = await attacker('other.test');
    await using browser = browserTools({ ...leadingTo(web), allowHosts: ['public.test'] });
    await browser.act({ action: 'goto', url: 'http://public.test/' });
    const arrived = (): string[] => NAMES.filter((name) => web.requests.includes(`other.test/${name}`));
    await expect.poll(arrived, { timeout: 10_000 }).toEqual(NAMES);
  });

  it.each([
    ['an address of this machine', () => `127.0.0.1:${secret.port}`],
    ['localhost', () => `localhost:${secret.port}`],
    ['a name that resolves to this machine', () => `inside.test:${secret.port}`],
    ['an IPv6 address of this machine', () => `[::1]:${secret.port}`],
  ])('do not include %s, by whatever way the page tries', async (_, targetOf) => {
    const target = targetOf();
    await using web = await attacker(target);
    const dialled: string[] = [];
    await using browser = browserTools({
      allowHosts: ['public.test'],
      lookup: async (name) => [name === 'public.test' ? '93.184.215.14' : '127.0.0.1'],
      dial: ({ address, port }) => {
        dialled.push(address);
        return connect(address === '93.184.215.14' ? { host: '127.0.0.1', port: web.port } : { host: address, port });
      },
    });
    const opened = await browser.act({ action: 'goto', url: 'http://public.test/' });
    await expect.poll(() => web.requests.includes('public.test/redirect'), { timeout: 10_000 }).toBe(true);
    const later = await browser.act({ action: 'scroll' });
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    const events = [opened, later, await browser.act({ action: 'content' })].flatMap((each) => each.console);
    expect(secret.requests).toEqual([]);
    expect(new Set(dialled)).toEqual(new Set(['93.184.215.14']));
    const host = target.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
    expect(events.filter(({ type, text }) => type === 'refused' && text.startsWith(`${host}:`))).not.toEqual([]);
  });

  it('do not include a private one that a name is rebound to', async () => {
    await using web = await pages({
      '/': `<script>setInterval(() => fetch('http://rebind.test:${secret.port}/' + Math.random(), { mode: 'no-cors' }).catch(() => {}), 50)</script>`,
    });
    let lookups = 0;
    const dialled: string[] = [];
    await using browser = browserTools({
      allowHosts: ['public.test'],
      lookup: async (name) => [name === 'rebind.test' && ++lookups > 1 ? '127.0.0.1' : '93.184.215.14'],
      dial: ({ address, port }) => {
        dialled.push(address);
        return connect(address === '93.184.215.14' ? { host: '127.0.0.1', port: web.port } : { host: address, port });
      },
    });
    const opened = await browser.act({ action: 'goto', url: 'http://public.test/' });
    await expect.poll(() => lookups, { timeout: 10_000 }).toBeGreaterThan(2);
    expect(web.requests.filter((each) => each.startsWith('rebind.test'))).toHaveLength(1);
    expect(secret.requests).toEqual([]);
    expect(new Set(dialled)).toEqual(new Set(['93.184.215.14']));
    const later = await browser.act({ action: 'content' });
    const events = [...opened.console, ...later.console];
    expect(events.map(({ text }) => text).join('\n')).toMatch(/rebind\.test.*resolves to an address of this machine/);
  });

  it('do not include a private one that the tab is sent to: goto, redirect and script', async () => {
    await using web = await site((request, response) => {
      if (request.url === '/redirect')
        response.writeHead(302, { location: `http://inside.test:${secret.port}/` }).end();
      else if (request.url === '/tls') response.writeHead(302, { location: `https://inside.test/` }).end();
      else
        response
          .setHeader('content-type', 'text/html')
          .end(`<script>location = 'http://127.0.0.1:${secret.port}/'</script>`);
    });
    await using browser = browserTools({
      ...leadingTo(web),
      lookup: async (name) => [name === 'public.test' ? '93.184.215.14' : '10.0.0.7'],
      allowHosts: ['public.test', 'inside.test', '127.0.0.1', 'localhost'],
    });
    for (const url of [
      `http://127.0.0.1:${secret.port}/`,
      'http://localhost/',
      'http://[::ffff:127.0.0.1]/',
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'chrome://version',
      'view-source:http://public.test/',
      'javascript:1',
      'http://inside.test/',
      'https://inside.test/',
      'http://public.test/redirect',
      'http://public.test/tls',
    ])
      expect([url, (await browser.refused({ action: 'goto', url })).code]).toEqual([url, 'URL_REFUSED']);
    const opened = await browser.act({ action: 'goto', url: 'http://public.test/' });
    const later = await browser.act({ action: 'content' });
    expect([...opened.console, ...later.console].map(({ text }) => text).join()).toContain('127.0.0.1');
    expect(JSON.stringify([opened, later])).not.toContain('SECRET');
    expect(secret.requests).toEqual([]);
  });

  it('do not include any that web_fetch refuses, whether the tab or a page asks for it', async () => {
    const dialled: string[] = [];
    await using web = await site((_, response) => {
      const frames = REFUSED_URLS.map((url) => `<iframe src="${url}"></iframe><img src="${url}">`).join('');
      response.setHeader('content-type', 'text/html; charset=utf-8').end(`<p>${frames}</p>`);
    });
    await using browser = browserTools({
      allowHosts: ['*'],
      lookup: async () => ['93.184.215.14'],
      dial: ({ address, port }) => {
        dialled.push(`${address}:${port}`);
        return connect({ host: '127.0.0.1', port: web.port });
      },
    });
    for (const url of REFUSED_URLS)
      expect([url, (await browser.refused({ action: 'goto', url })).code]).toEqual([
        url,
        expect.stringMatching(/^(URL_REFUSED|VALIDATION_ERROR)$/),
      ]);
    expect(dialled).toEqual([]);
    expect(await browser.act({ action: 'goto', url: 'http://public.test/' })).toMatchObject({ status: 200 });
    // Chromium reads 'example.com' and '' as pages of the site itself, and drops the user names of addresses.
    expect(new Set(dialled)).toEqual(new Set(['93.184.215.14:80']));
  });

  it('cannot be reached around the proxy: WebRTC and WebTransport send nothing', async () => {
    const received: string[] = [];
    const udp = createSocket('udp4', () => received.push('packet'));
    await new Promise<void>((resolve) => {
      udp.bind(0, '127.0.0.1', () => resolve());
    });
    const { port } = udp.address();
    // A page of this machine is a secure context, which WebTransport needs.
    await using web = await pages({
      '/': `<script>
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
        peer.createDataChannel('x');
        peer.onicecandidate = ({ candidate }) => console.log('candidate ' + (candidate?.candidate ?? 'none'));
        peer.createOffer().then((offer) => peer.setLocalDescription(offer));
        try { new WebTransport('https://127.0.0.1:${port}/').ready.catch((error) => console.log('transport failed')); }
        catch (error) { console.log('transport failed'); }
      </script>`,
    });
    await using browser = browserTools({
      allowHosts: ['127.0.0.1'],
      allowPrivate: [`127.0.0.1:${web.port}`],
    });
    const texts: string[] = [];
    const { console: first } = await browser.act({ action: 'goto', url: `http://127.0.0.1:${web.port}/` });
    texts.push(...first.map(({ text }) => text));
    await expect
      .poll(
        async () => {
          texts.push(...(await browser.act({ action: 'content' })).console.map(({ text }) => text));
          return texts;
        },
        { timeout: 12_000, interval: 300 },
      )
      .toEqual(expect.arrayContaining(['candidate none', 'transport failed']));
    expect(texts.filter((text) => text.startsWith('candidate '))).toEqual(['candidate none']);
    expect(received).toEqual([]);
    udp.close();
  });
});
