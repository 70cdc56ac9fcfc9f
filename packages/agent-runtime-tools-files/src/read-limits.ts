/** How much one call may read. */
export interface ReadLimits {
  /** Lines of `read_file` when the call says no number. */
  readonly maxLines: number;
  /** Bytes of text that `read_file` gives at most. */
  readonly maxBytes: number;
  /** Longer lines are cut. */
  readonly maxLineBytes: number;
  /** Bytes that one base64 read gives at most. */
  readonly maxBase64Bytes: number;
  /** Larger images are refused. Providers take about 5 MB once encoded. */
  readonly maxImageBytes: number;
  /** The estimate that the files of one call of `read` may reach together. */
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
