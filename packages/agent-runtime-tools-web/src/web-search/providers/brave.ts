import type { SearchProvider } from '../search-provider.ts';
import { entriesAt, requestJson, textAt } from './request-json.ts';

/** Searches with the Brave Search API. */
export function brave({ apiKey, url = BRAVE_URL }: { readonly apiKey: string; readonly url?: string }): SearchProvider {
  return async ({ query, numResults, signal, network }) => {
    const address = new URL(url);
    address.search = new URLSearchParams({ q: query, count: String(Math.min(numResults, 20)) }).toString();
    const headers = { 'x-subscription-token': apiKey, accept: 'application/json' };
    const answer = await requestJson(network, address, { headers, signal });
    return entriesAt(answer, 'web', 'results').map((entry) => ({
      title: textAt(entry, 'title'),
      url: textAt(entry, 'url'),
      snippet: textAt(entry, 'description'),
    }));
  };
}

const BRAVE_URL = 'https://api.search.brave.com/res/v1/web/search';
