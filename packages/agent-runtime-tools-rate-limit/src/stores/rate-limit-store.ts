/** One token of one bucket. A bucket holds `burst` tokens and gets one more every `intervalMs`. */
export interface BucketUse {
  /** The name of the limit. */
  readonly limit: string;
  /** Unique across limits. */
  readonly key: string;
  readonly intervalMs: number;
  readonly burst: number;
}

/** One of `places` places. */
export interface PlaceUse {
  /** Unique across limits. */
  readonly key: string;
  readonly places: number;
}

/** Why a call has to wait. */
export interface Shortage {
  /** Which of the uses it is. */
  readonly index: number;
  readonly retryAfterMs: number;
}

/** Counts calls. A store that several processes share returns promises; if they reject, the store has failed. */
export interface RateLimitStore {
  /** Takes one token of each bucket, or none at all. Returns undefined if it has. */
  take(uses: readonly BucketUse[]): Shortage | undefined | Promise<Shortage | undefined>;
  /** Takes a place for each use, or none at all. The holder is unique, and gives them back with one `leave`. */
  enter(uses: readonly PlaceUse[], holder: string): Shortage | undefined | Promise<Shortage | undefined>;
  leave(uses: readonly PlaceUse[], holder: string): void | Promise<void>;
  /** Ends connections. The store may be used again afterwards. */
  close?(): Promise<void>;
}
