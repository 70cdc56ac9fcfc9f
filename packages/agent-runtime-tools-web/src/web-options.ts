import type { Network, NetworkOptions } from '@ku0/agent-runtime-tools-net';
import type { SearchProvider } from './web-search/search-provider.ts';

export interface WebPackOptions extends Pick<
  NetworkOptions,
  'allowPrivate' | 'denyHosts' | 'dial' | 'lookup' | 'ports' | 'proxy' | 'tls'
> {
  /** Hosts that `web_fetch` may GET without asking: `docs.example.com`, `*.example.com`. Default: none, every fetch asks. */
  readonly allowHosts?: readonly string[];
  /** A network service to use instead of one made from these options. It is not closed by the pack. */
  readonly network?: Network;
  /** What `web_search` asks: `searxng(...)`, `brave(...)`, `tavily(...)`, or a function. Default: none. */
  readonly search?: SearchProvider;
  /** Whether `web_fetch` obeys robots.txt. Default: false. */
  readonly robots?: boolean;
  /** Default: `agent-runtime-tools`. */
  readonly userAgent?: string;
  /** Memory for answers that can be revalidated with an ETag or a date; 0 switches it off. Default: 16 MiB. */
  readonly cacheBytes?: number;
  /** The most bytes that one call downloads, whatever it asks for. Default: 5 MiB. */
  readonly maxBytes?: number;
  /** The most seconds that one call may ask for. Default: 60. */
  readonly maxTimeout?: number;
}
