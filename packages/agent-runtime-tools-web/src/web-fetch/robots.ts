import { readAtMost, type Network } from '@ku0/agent-runtime-tools-net';
import { isAllowedByRobots } from './robots-txt.ts';

/** Answers whether a site's robots.txt allows a page to be read. */
export class RobotsRules {
  readonly #network: Network;
  readonly #userAgent: string;
  readonly #now: () => number;
  /** By address, the oldest first. */
  readonly #cached = new Map<string, { readonly text: string; readonly readAt: number }>();
  #cachedLength = 0;

  constructor(network: Network, userAgent: string, now = Date.now) {
    this.#network = network;
    this.#userAgent = userAgent;
    this.#now = now;
  }

  /** A site without a robots.txt allows everything; one that cannot be asked allows nothing (RFC 9309). */
  async allows(url: URL, signal: AbortSignal): Promise<boolean> {
    const address = new URL('/robots.txt', url).href;
    const cached = this.#cached.get(address);
    const isFresh = cached !== undefined && this.#now() - cached.readAt < MAX_AGE_MS;
    const text = isFresh ? cached.text : await this.#read(address, signal);
    if (text === undefined) return false;
    return isAllowedByRobots(text, this.#userAgent, url.pathname + url.search);
  }

  async #read(address: string, signal: AbortSignal): Promise<string | undefined> {
    const response = await this.#network.fetch(address, { signal, headers: { 'user-agent': this.#userAgent } });
    if (response.status >= 500) return undefined;
    const { bytes } = await readAtMost(response, MAX_ROBOTS_BYTES);
    const text = response.ok ? new TextDecoder().decode(bytes) : '';
    this.#store(address, text);
    return text;
  }

  #store(address: string, text: string): void {
    this.#forget(address);
    this.#cached.set(address, { text, readAt: this.#now() });
    this.#cachedLength += text.length;
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= MAX_SITES && this.#cachedLength <= MAX_CACHED_LENGTH) break;
      this.#forget(oldest);
    }
  }

  #forget(address: string): void {
    this.#cachedLength -= this.#cached.get(address)?.text.length ?? 0;
    this.#cached.delete(address);
  }
}

/** What RFC 9309 asks a crawler to read. */
const MAX_ROBOTS_BYTES = 500 * 1024;
/** The longest time that RFC 9309 allows. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const MAX_SITES = 200;
const MAX_CACHED_LENGTH = 4 * 1024 * 1024;
