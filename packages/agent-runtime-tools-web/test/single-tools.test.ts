import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { webFetchTool, webPack, webSearchTool } from '../src/index.ts';
import { leadingTo, pages } from './fixtures/web.ts';

describe('single tools', () => {
  it('are those of the pack', () => {
    const names = [webFetchTool(), webSearchTool()].map(({ name }) => name);
    expect(names).toEqual(webPack().tools.map(({ name }) => name));
  });

  it('work without the pack, with its options', async () => {
    await using web = await pages({ '/': ['text/plain', 'hello'] });
    const options = { ...leadingTo(web), allowHosts: ['public.test'] };
    const tools = new ToolCoordinator()
      .register(webFetchTool(options))
      .register(
        webSearchTool({ ...options, search: async () => [{ title: 't', url: 'https://a.test/', snippet: 's' }] }),
      );
    expect(await tools.execute('web_fetch', { url: 'http://public.test/' })).toMatchObject({
      ok: true,
      value: { body: 'hello' },
    });
    expect(await tools.execute('web_fetch', { url: 'http://other.test/' })).toMatchObject({ ok: false });
    expect(await tools.execute('web_search', { query: 'x' })).toMatchObject({
      ok: true,
      value: { results: [{ title: 't' }] },
    });
    await tools.shutdownAll();
  });

  it('refuse faulty options at once', () => {
    expect(() => webFetchTool({ allowHosts: ['http://x/'] })).toThrow(TypeError);
    expect(() => webSearchTool({ allowHosts: ['http://x/'] })).toThrow(TypeError);
  });
});
