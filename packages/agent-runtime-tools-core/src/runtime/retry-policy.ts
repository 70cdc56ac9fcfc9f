export interface RetryOptions {
  /** How often the handler may be started in all. Default 3; 1 means no retry. */
  readonly maxAttempts?: number;
  /** The delay before the second attempt. Default 100. */
  readonly delayMs?: number;
  /** Default 2. */
  readonly backoffMultiplier?: number;
  /** Default 10,000. */
  readonly maxDelayMs?: number;
  /** A random number from 0 to 1 for the jitter. Default `Math.random`. */
  readonly random?: () => number;
}

/** How often a retryable failure is retried, and after how long. */
export class RetryPolicy {
  readonly maxAttempts: number;
  readonly #delayMs: number;
  readonly #multiplier: number;
  readonly #maxDelayMs: number;
  readonly #random: () => number;

  constructor({
    maxAttempts = 3,
    delayMs = 100,
    backoffMultiplier = 2,
    maxDelayMs = 10_000,
    random = Math.random,
  }: RetryOptions = {}) {
    this.maxAttempts = maxAttempts;
    this.#delayMs = delayMs;
    this.#multiplier = backoffMultiplier;
    this.#maxDelayMs = maxDelayMs;
    this.#random = random;
  }

  /** Between half and all of the backoff, so that calls that failed together are not retried at the same moment. */
  delayAfter(attempt: number): number {
    const backoff = Math.min(this.#maxDelayMs, this.#delayMs * this.#multiplier ** (attempt - 1));
    return backoff * (0.5 + this.#random() / 2);
  }
}
