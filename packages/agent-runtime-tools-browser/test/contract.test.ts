import { packContract } from '@ku0/agent-runtime-tools-testkit';
import { afterAll, describe } from 'vitest';
import { browserPack } from '../src/index.ts';
import { hasChromium, leadingTo, site } from './fixtures/browser.ts';

const server = await site((request, response) => {
  if (request.url !== '/slow') response.writeHead(200, { 'content-type': 'text/html' }).end('<button>Press</button>');
});
afterAll(() => server[Symbol.asyncDispose]());

describe.skipIf(!hasChromium)('the contract of the pack (needs chromium)', () => {
  packContract(browserPack({ ...leadingTo(server), allowHosts: ['public.test'] }), {
    callTimeoutMs: 30_000,
    settleMs: 10_000,
    samples: {
      browser_action: {
        samples: [
          { params: { action: 'goto', url: 'http://public.test/' } },
          { params: { action: 'close' } },
          {
            name: 'an address of this machine',
            params: { action: 'goto', url: 'http://127.0.0.1/' },
            expect: 'URL_REFUSED',
          },
          { name: 'no session', params: { action: 'click', ref: 'e1' }, expect: 'NO_SESSION' },
        ],
        badSamples: [
          { params: {}, mentions: 'action' },
          { params: { action: 'fly' }, mentions: 'action' },
          { params: { action: 'goto' }, mentions: 'url' },
          { params: { action: 'click', ref: 'e1', url: 'http://public.test/' }, mentions: 'url' },
          { params: { action: 'click' }, mentions: 'ref' },
          { params: { action: 'click', x: 1 }, mentions: 'y' },
          { params: { action: 'click', ref: 'e1', selector: 'a' }, mentions: 'selector' },
          { params: { action: 'click', ref: 'button' }, mentions: 'ref' },
          { params: { action: 'type', ref: 'e1' }, mentions: 'text' },
          { params: { action: 'content', timeout: 600 }, mentions: 'timeout' },
        ],
        slowSample: { action: 'goto', url: 'http://public.test/slow' },
      },
    },
  });
});
