import type { SearchProvider } from '../search-provider.ts';
import { entriesAt, requestJson, textAt } from './request-json.ts';

/** Searches with the Tavily API. */
export function tavily({
  apiKey,
  url = TAVILY_URL,
}: {
  readonly apiKey: string;
  readonly url?: string;
}): SearchProvider {
  return async ({ query, numResults, signal, network }) => {
    const answer = await requestJson(network, new URL(url), {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, max_results: numResults }),
      signal,
    });
    return entriesAt(answer, 'results').map((entry) => ({
      title: textAt(entry, 'title'),
      url: textAt(entry, 'url'),
      snippet: textAt(entry, 'content'),
    }));
  };
}

const TAVILY_URL = 'https://api.tavily.com/search';
