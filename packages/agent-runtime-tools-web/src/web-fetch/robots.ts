import { readAtMost, type Network } from '@ku0/agent-runtime-tools-net';
import { isAllowedByRobots } from './robots-txt.ts';

/** Answers whether a site's robots.txt allows a page to be read. */
export class RobotsRules {
  readonly #network: Network;
  readonly #userAgent: string;
  readonly #texts = new Map<string, string>();

  constructor(network: Network, userAgent: string) {
    this.#network = network;
    this.#userAgent = userAgent;
  }

  /** A site without a robots.txt allows everything; one that cannot be asked allows nothing (RFC 9309). */
  async allows(url: URL, signal: AbortSignal): Promise<boolean> {
    const address = new URL('/robots.txt', url).href;
    const text = this.#texts.get(address) ?? (await this.#read(address, signal));
    if (text === undefined) return false;
    return isAllowedByRobots(text, this.#userAgent, url.pathname + url.search);
  }

  async #read(address: string, signal: AbortSignal): Promise<string | undefined> {
    const response = await this.#network.fetch(address, { signal, headers: { 'user-agent': this.#userAgent } });
    if (response.status >= 500) return undefined;
    const { bytes } = await readAtMost(response, MAX_ROBOTS_BYTES);
    const text = response.ok ? new TextDecoder().decode(bytes) : '';
    if (this.#texts.size >= MAX_SITES) this.#texts.clear();
    this.#texts.set(address, text);
    return text;
  }
}

/** What RFC 9309 asks a crawler to read. */
const MAX_ROBOTS_BYTES = 500 * 1024;
const MAX_SITES = 200;
