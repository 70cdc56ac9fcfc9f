import type { Network } from '@ku0/agent-runtime-tools-net';

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

export interface SearchQuery {
  readonly query: string;
  readonly numResults: number;
  readonly signal: AbortSignal;
  /** Requests through the network of the pack, with its address check and limits. */
  readonly network: Network;
}

/** Searches the web. What it throws ends the call as `SEARCH_FAILED`. */
export type SearchProvider = (query: SearchQuery) => Promise<readonly SearchResult[]>;
