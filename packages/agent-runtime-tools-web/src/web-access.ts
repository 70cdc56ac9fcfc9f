import { compileHostPatterns, createNetwork, type Network } from '@ku0/agent-runtime-tools-net';
import { ResponseCache } from './web-fetch/response-cache.ts';
import { RobotsRules } from './web-fetch/robots.ts';
import type { WebPackOptions } from './web-options.ts';

/** What the tools of one pack share: the network, its cache and its rules. Throws a TypeError at faulty options. */
export class WebAccess {
  readonly options: WebPackOptions;
  readonly userAgent: string;
  readonly cache: ResponseCache;
  readonly isAllowedHost: (hostname: string) => boolean;
  readonly #coordinators = new Set<string>();
  #network: Network;
  #robots: RobotsRules | undefined;

  constructor(options: WebPackOptions) {
    this.options = options;
    this.userAgent = options.userAgent ?? 'agent-runtime-tools';
    this.cache = new ResponseCache(options.cacheBytes ?? DEFAULT_CACHE_BYTES);
    this.isAllowedHost = compileHostPatterns(options.allowHosts ?? []);
    this.#network = options.network ?? createNetwork(options);
  }

  get network(): Network {
    return this.#network;
  }

  get robots(): RobotsRules | undefined {
    if (this.options.robots === true) this.#robots ??= new RobotsRules(this.#network, this.userAgent);
    return this.#robots;
  }

  attach(coordinatorId: string): void {
    this.#coordinators.add(coordinatorId);
  }

  /** The last coordinator that leaves closes the connections; a later call opens new ones. */
  async release(coordinatorId: string): Promise<void> {
    this.#coordinators.delete(coordinatorId);
    if (this.#coordinators.size > 0 || this.options.network !== undefined) return;
    const old = this.#network;
    this.#network = createNetwork(this.options);
    this.#robots = undefined;
    await old.close();
  }
}

const DEFAULT_CACHE_BYTES = 16 * 1024 * 1024;
