/** What is kept of an answer so that it can be asked for again without being sent again. */
export interface CachedAnswer {
  readonly bytes: Uint8Array;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The final address. */
  readonly url: string;
  readonly truncated: boolean;
}

/**
 * Answers that name an ETag or a date, by principal and address, the most recently used last. A request that finds one asks
 * the server whether it still holds; nothing is answered from memory alone.
 */
export class ResponseCache {
  readonly #entries = new Map<string, CachedAnswer>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(principal: string, url: string): CachedAnswer | undefined {
    const key = keyOf(principal, url);
    const found = this.#entries.get(key);
    if (found === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found;
  }

  set(principal: string, url: string, answer: CachedAnswer): void {
    const key = keyOf(principal, url);
    this.#delete(key);
    const isReusable = answer.headers['etag'] !== undefined || answer.headers['last-modified'] !== undefined;
    const isPrivate = /\bno-store\b/i.test(answer.headers['cache-control'] ?? '');
    if (!isReusable || isPrivate || answer.truncated || answer.status !== 200) return;
    if (answer.bytes.byteLength > this.#maxBytes / 4) return;
    this.#entries.set(key, answer);
    this.#bytes += answer.bytes.byteLength;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes && this.#entries.size <= MAX_ENTRIES) break;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes.byteLength ?? 0;
    this.#entries.delete(key);
  }
}

const MAX_ENTRIES = 500;

function keyOf(principal: string, url: string): string {
  return JSON.stringify([principal, url]);
}
