/** How much one call may read. */
export interface ReadLimits {
  /** Lines that `read_file` reads if the call gives no limit. */
  readonly maxLines: number;
  /** The most bytes of text that `read_file` returns. */
  readonly maxBytes: number;
  /** Longer lines are cut. */
  readonly maxLineBytes: number;
  /** The most bytes of one base64 read. */
  readonly maxBase64Bytes: number;
  /** Larger images are refused. Providers accept about 5 MB after base64 encoding. */
  readonly maxImageBytes: number;
  /** The estimated tokens that all files of one call of `read` may take together. */
  readonly maxTokens: number;
}

export const DEFAULT_READ_LIMITS: ReadLimits = Object.freeze({
  maxLines: 2000,
  maxBytes: 256 * 1024,
  maxLineBytes: 16 * 1024,
  maxBase64Bytes: 1024 * 1024,
  maxImageBytes: 3_750_000,
  maxTokens: 25_000,
});
