import { describe, expect, it } from 'vitest';
import { brave, searxng, tavily } from '../../src/index.ts';
import { leadingTo, site, webTools } from '../fixtures/web.ts';

const RESULT = { title: 'A <strong>title</strong>', url: 'https://a.test/x' };

describe('web_search', () => {
  it('says that no provider is configured', async () => {
    const { tools } = webTools({});
    expect(await tools.execute('web_search', { query: 'x' })).toMatchObject({
      error: { code: 'SEARCH_NOT_CONFIGURED' },
    });
  });

  it('asks a SearXNG server on a private address', async () => {
    await using server = await site((_, response) => {
      response.end(
        JSON.stringify({
          results: [{ ...RESULT, content: 'snippet' }, { ...RESULT }, { title: 'b', url: 'javascript:x' }],
        }),
      );
    });
    const { tools } = webTools({ search: searxng({ url: `http://127.0.0.1:${server.port}` }) });
    expect(await tools.execute('web_search', { query: 'a & b', numResults: 2 })).toMatchObject({
      ok: true,
      value: { results: [{ title: 'A title', url: 'https://a.test/x', snippet: 'snippet' }] },
    });
    expect(server.requests[0]?.url).toBe('/search?q=a+%26+b&format=json');
  });

  it('asks Brave and Tavily with the key of the host', async () => {
    await using server = await site((request, response) => {
      const isBrave = request.headers['x-subscription-token'] === 'key';
      const results = [{ ...RESULT, description: 'd', content: 'c' }];
      response.end(JSON.stringify(isBrave ? { web: { results } } : { results }));
    });
    const asking = webTools({
      ...leadingTo(server),
      search: brave({ apiKey: 'key', url: 'http://brave.test/search' }),
    });
    expect(await asking.tools.execute('web_search', { query: 'x' })).toMatchObject({
      ok: true,
      value: { results: [{ snippet: 'd' }] },
    });
    const other = webTools({
      ...leadingTo(server),
      search: tavily({ apiKey: 'key', url: 'http://tavily.test/search' }),
    });
    expect(await other.tools.execute('web_search', { query: 'x' })).toMatchObject({
      ok: true,
      value: { results: [{ snippet: 'c' }] },
    });
    expect(server.requests[1]?.headers.authorization).toBe('Bearer key');
    await Promise.all([asking.tools.shutdownAll(), other.tools.shutdownAll()]);
  });

  it('never tells the key when a provider fails', async () => {
    await using server = await site((_, response) => response.writeHead(401).end('bad key SECRET-KEY'));
    const { tools } = webTools({
      ...leadingTo(server),
      search: brave({ apiKey: 'SECRET-KEY', url: 'http://brave.test/search' }),
    });
    const result = await tools.execute('web_search', { query: 'x' });
    expect(result).toMatchObject({
      error: { code: 'SEARCH_FAILED', message: 'The search failed: the service answered with status 401.' },
    });
    expect(JSON.stringify(result)).not.toContain('SECRET-KEY');
    await tools.shutdownAll();
  });

  it('takes a function as a provider and bounds what it gives', async () => {
    const found = Array.from({ length: 50 }, (_, n) => ({
      title: 't'.repeat(5000),
      url: `https://a.test/${n}`,
      snippet: 's\n'.repeat(5000),
    }));
    const { tools } = webTools({ search: async () => found });
    const result = await tools.execute('web_search', { query: 'x', numResults: 3 });
    const { results } = (result as { value: { results: { title: string; snippet: string }[] } }).value;
    expect([results.length, results[0]?.title.length, (results[0]?.snippet.length ?? 0) <= 1000]).toEqual([
      3,
      300,
      true,
    ]);
  });

  it('ends as a failure when the provider throws or gives nonsense', async () => {
    const throwing = webTools({ search: () => Promise.reject(new Error('down')) });
    expect(await throwing.tools.execute('web_search', { query: 'x' })).toMatchObject({
      error: { code: 'SEARCH_FAILED' },
    });
    const odd = webTools({ search: async () => 'nonsense' as unknown as [] });
    expect(await odd.tools.execute('web_search', { query: 'x' })).toMatchObject({ error: { code: 'SEARCH_FAILED' } });
  });
});
