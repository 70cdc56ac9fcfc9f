/** Work with a caller's pattern, done where it can be ended. */
export type PatternJob = MatchJob | ReplaceJob;

/** Which of these paths fit a glob. */
export interface MatchJob {
  readonly kind: 'match';
  readonly glob: string;
  readonly paths: readonly string[];
}

export interface ReplaceJob {
  readonly kind: 'replace';
  readonly text: string;
  readonly pattern: ReplacePattern;
  readonly replacement: string;
  /** The result may not be longer. */
  readonly maxChars: number;
}

export interface ReplacePattern {
  readonly source: string;
  readonly ignoreCase: boolean;
}

export type PatternAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'matched'; readonly paths: readonly string[] }
  | ({ readonly kind: 'replaced' } & Replacements)
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'too-large' };

export interface Replacements {
  readonly text: string;
  readonly count: number;
  /** The lines at which the first of them begin in the old text, from 1. */
  readonly lines: readonly number[];
}
