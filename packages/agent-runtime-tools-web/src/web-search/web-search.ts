import { errorMessage, printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { webErrors } from '../errors.ts';
import type { SearchProvider, SearchQuery, SearchResult } from './search-provider.ts';

/** Asks the provider and keeps what a result may be: an http address with a short title and snippet, each address once. */
export async function webSearch(provider: SearchProvider, query: SearchQuery): Promise<SearchResult[]> {
  const found = await provider(query).catch((error: unknown) => {
    query.signal.throwIfAborted();
    if (error instanceof ToolFailure) throw error;
    const reason = errorMessage(error);
    throw new ToolFailure(webErrors.SEARCH_FAILED({ message: `The search failed: ${printable(reason)}.` }), {
      cause: error,
    });
  });
  if (!Array.isArray(found)) throw new ToolFailure(webErrors.SEARCH_FAILED());
  const results = new Map<string, SearchResult>();
  for (const { title, url, snippet } of found) {
    if (results.size >= query.numResults) break;
    const address = URL.parse(String(url));
    if (address === null || !/^https?:$/.test(address.protocol) || results.has(address.href)) continue;
    results.set(address.href, { title: plain(title, 300), url: address.href, snippet: plain(snippet, 1000) });
  }
  return [...results.values()];
}

/** Text on one line, without the markup that services highlight words with. */
function plain(text: unknown, maxChars: number): string {
  return (typeof text === 'string' ? text : '')
    .slice(0, maxChars * 4)
    .replaceAll(/<\/?(?:strong|em|b|i|mark|span)[^>]{0,100}>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxChars);
}
