/** The limits of one call. */
export interface EditLimits {
  /** The largest file that is edited. */
  readonly maxFileBytes: number;
  /** The total size of all old and new texts of a call. */
  readonly maxTotalBytes: number;
  /** The number of files that one search_and_replace may search. */
  readonly maxFiles: number;
  /** The time limit for the patterns of one call. */
  readonly patternTimeoutMs: number;
}

/** Fills in the default limits. */
export function withDefaultLimits(options: Partial<EditLimits> = {}): EditLimits {
  return { ...DEFAULT_LIMITS, ...options };
}

const DEFAULT_LIMITS: EditLimits = {
  maxFileBytes: 16 * 1024 * 1024,
  maxTotalBytes: 128 * 1024 * 1024,
  maxFiles: 5000,
  patternTimeoutMs: 5000,
};
