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
 * the server whether it still holds; nothing is answered from memory alone. When it is full, the principal with the most in
 * it makes room, so that nobody loses answers to somebody who fetches more.
 */
export class ResponseCache {
  readonly #principals = new Map<string, PrincipalAnswers>();
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(principal: string, url: string): CachedAnswer | undefined {
    const own = this.#principals.get(principal);
    const found = own?.answers.get(url);
    if (own === undefined || found === undefined) return undefined;
    own.answers.delete(url);
    own.answers.set(url, found);
    return found;
  }

  set(principal: string, url: string, answer: CachedAnswer): void {
    this.#delete(principal, url);
    const isReusable = answer.headers['etag'] !== undefined || answer.headers['last-modified'] !== undefined;
    const isPrivate = /\bno-store\b/i.test(answer.headers['cache-control'] ?? '');
    if (!isReusable || isPrivate || answer.truncated || answer.status !== 200) return;
    if (answer.bytes.byteLength > this.#maxBytes / 4) return;
    const own = this.#principals.get(principal) ?? { answers: new Map<string, CachedAnswer>(), cost: 0 };
    this.#principals.set(principal, own);
    own.answers.set(url, answer);
    own.cost += this.#costOf(answer);
    while (this.#isFull()) this.#makeRoom();
  }

  #isFull(): boolean {
    return [...this.#principals.values()].reduce((sum, { cost }) => sum + cost, 0) > this.#maxBytes;
  }

  #makeRoom(): void {
    const [largest] = [...this.#principals].toSorted(([, a], [, b]) => b.cost - a.cost);
    const [oldest] = largest?.[1].answers.keys() ?? [];
    if (largest !== undefined && oldest !== undefined) this.#delete(largest[0], oldest);
  }

  #delete(principal: string, url: string): void {
    const own = this.#principals.get(principal);
    const found = own?.answers.get(url);
    if (own === undefined || found === undefined) return;
    own.answers.delete(url);
    own.cost -= this.#costOf(found);
    if (own.answers.size === 0) this.#principals.delete(principal);
  }

  /** An answer counts for its bytes, and for its share of the number of answers. */
  #costOf({ bytes }: CachedAnswer): number {
    return Math.max(bytes.byteLength, this.#maxBytes / MAX_ENTRIES);
  }
}

/** The answers of one principal by address. */
interface PrincipalAnswers {
  readonly answers: Map<string, CachedAnswer>;
  cost: number;
}

const MAX_ENTRIES = 500;
