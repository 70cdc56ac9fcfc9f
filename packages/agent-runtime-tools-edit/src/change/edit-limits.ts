/** What one call may hold. */
export interface EditLimits {
  /** The largest file that is edited. */
  readonly maxFileBytes: number;
  /** All texts of a call together, old and new. */
  readonly maxTotalBytes: number;
  /** How many files one search_and_replace looks into. */
  readonly maxFiles: number;
  /** How long the patterns of one call may run. */
  readonly patternTimeoutMs: number;
}

/** Limits of which some may be set differently. */
export function limitsOf(options: Partial<EditLimits> = {}): EditLimits {
  return { ...DEFAULTS, ...options };
}

const DEFAULTS: EditLimits = {
  maxFileBytes: 16 * 1024 * 1024,
  maxTotalBytes: 128 * 1024 * 1024,
  maxFiles: 5000,
  patternTimeoutMs: 5000,
};
