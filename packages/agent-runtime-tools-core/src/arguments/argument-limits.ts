/** Upper bounds for the arguments of one call. */
export interface ArgumentLimits {
  readonly maxDepth: number;
  /** All strings and keys together, in UTF-16 units. */
  readonly maxChars: number;
  /** Object keys, all levels together. */
  readonly maxKeys: number;
  /** Array elements, all levels together. */
  readonly maxItems: number;
}

export const DEFAULT_ARGUMENT_LIMITS: ArgumentLimits = Object.freeze({
  maxDepth: 64,
  maxChars: 16 * 1024 * 1024,
  maxKeys: 10_000,
  maxItems: 100_000,
});
