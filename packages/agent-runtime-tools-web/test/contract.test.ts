import { createTestFolder, packContract } from '@ku0/agent-runtime-tools-testkit';
import { afterAll } from 'vitest';
import { webPack } from '../src/index.ts';
import { leadingTo, site } from './fixtures/web.ts';

const server = await site((request, response) => {
  if (request.url !== '/slow') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>');
});
afterAll(() => server[Symbol.asyncDispose]());

packContract(
  webPack({
    ...leadingTo(server),
    allowHosts: ['public.test'],
    search: async ({ numResults }) =>
      Array.from({ length: numResults }, (_, n) => ({ title: 't', url: `https://a.test/${n}`, snippet: 's' })),
  }),
  {
    folder: () => createTestFolder({}),
    callTimeoutMs: 20_000,
    samples: {
      web_fetch: {
        samples: [
          { params: { url: 'http://public.test/' } },
          { name: 'an address of this machine', params: { url: 'http://127.0.0.1/' }, expect: 'URL_REFUSED' },
        ],
        badSamples: [
          { params: {}, mentions: 'url' },
          { params: { url: 'http://public.test/', timeout: 1000 }, mentions: 'timeout' },
          { params: { url: 'http://public.test/', body: 'x' }, mentions: 'body' },
        ],
        slowSample: { url: 'http://public.test/slow' },
      },
      web_search: {
        samples: [{ params: { query: 'x' } }],
        badSamples: [{ params: { query: '' }, mentions: 'query' }],
      },
    },
  },
);
