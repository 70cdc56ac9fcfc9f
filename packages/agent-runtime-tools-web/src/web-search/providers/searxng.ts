import { createNetwork } from '@ku0/agent-runtime-tools-net';
import type { SearchProvider } from '../search-provider.ts';
import { entriesAt, requestJson, textAt } from './request-json.ts';

/** Searches with a SearXNG server, which may be on a private address: the host names it. Its JSON format must be enabled. */
export function searxng({ url }: { readonly url: string }): SearchProvider {
  const server = new URL(url);
  const port = server.port === '' ? (server.protocol === 'https:' ? 443 : 80) : Number(server.port);
  const network = createNetwork({ allowPrivate: [`${server.hostname}:${port}`] });
  return async ({ query, numResults, signal }) => {
    const address = new URL(`${server.href.replace(/\/$/, '')}/search`);
    address.search = new URLSearchParams({ q: query, format: 'json' }).toString();
    const answer = await requestJson(network, address, { signal });
    return entriesAt(answer, 'results')
      .slice(0, numResults)
      .map((entry) => ({
        title: textAt(entry, 'title'),
        url: textAt(entry, 'url'),
        snippet: textAt(entry, 'content'),
      }));
  };
}
