import type { RequestListener } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { browserTools, hasChromium, leadingTo, site, type Value } from '../fixtures/browser.ts';

const MB = 1024 * 1024;
const LIMITS = { maxResponseBytes: MB, maxActionBytes: 4 * MB, allowHosts: ['public.test'] };

const bomb = (encoding: string, body: Buffer): RequestListener => {
  return (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body);
};
const text = Buffer.from(`<h1>Start</h1>${'x'.repeat(20 * MB)}`);

const endless: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).write('<h1>Start</h1>');
  const send = (): void => {
    while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
  };
  response.on('drain', send);
  send();
};

const BOMBS: Readonly<Record<string, RequestListener>> = {
  gzip: bomb('gzip', gzipSync(text)),
  brotli: bomb('br', brotliCompressSync(text)),
  endless,
};

describe.skipIf(!hasChromium)('what a page can download (needs chromium)', { timeout: 60_000 }, () => {
  it.each(Object.entries(BOMBS))('ends at the limit: %s as the page', async (_, listener) => {
    let large = true;
    await using web = await site((request, response) => (large ? listener(request, response) : response.end('small')));
    await using browser = browserTools({ ...leadingTo(web), ...LIMITS });
    const result = await browser.tools.execute<string>(
      'browser_action',
      { action: 'goto', url: 'http://public.test/' },
      { taskId: 'task' },
    );
    const said = JSON.stringify(result.ok ? result.value : result.error);
    expect(said).toContain(`larger than ${MB} bytes`);
    large = false;
    // The session goes on.
    expect(await browser.act({ action: 'goto', url: 'http://public.test/' })).toMatchObject({ status: 200 });
  });

  it.each(Object.entries(BOMBS))('ends at the limit: %s that its script fetches', async (_, listener) => {
    await using web = await site((request, response) => {
      if (request.url !== '/') return listener(request, response);
      return void response.setHeader('content-type', 'text/html').end(
        `<p id="result">waiting</p><script>
          fetch('/large').then((answer) => answer.text()).then((text) => 'got ' + text.length, (error) => 'failed: ' + error)
            .then((text) => (document.getElementById('result').textContent = text))
        </script>`,
      );
    });
    await using browser = browserTools({ ...leadingTo(web), ...LIMITS });
    await browser.act({ action: 'goto', url: 'http://public.test/' });
    const read = (): Promise<Value> => browser.act({ action: 'content' });
    await expect.poll(async () => (await read()).text, { timeout: 20_000 }).toContain('failed');
  });

  it('is limited for all answers of an action together, and available again for the next one', async () => {
    await using web = await site((request, response) => {
      if (request.url === '/small') return void response.end('small');
      if (request.url !== '/')
        return void response.setHeader('content-type', 'text/javascript').end(`//${'x'.repeat(0.9 * MB)}`);
      // The page has not loaded before all of its scripts have.
      const scripts = Array.from({ length: 12 }, (_, at) => `<script src="/large${at}"></script>`);
      return void response.setHeader('content-type', 'text/html').end(`${scripts.join('')}<p>page</p>`);
    });
    await using browser = browserTools({ ...leadingTo(web), ...LIMITS });
    const { console: events } = await browser.act({ action: 'goto', url: 'http://public.test/' });
    expect(events.map((event) => event.text).join('\n')).toContain(`More than ${4 * MB} bytes`);
    expect(await browser.act({ action: 'goto', url: 'http://public.test/small' })).toMatchObject({ status: 200 });
  });
});
