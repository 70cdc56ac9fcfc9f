/** A job for the pattern thread: replaces all matches in a text. */
export interface PatternJob {
  readonly text: string;
  readonly pattern: ReplacePattern;
  readonly replacement: string;
  /** A longer result is refused. */
  readonly maxChars: number;
}

export interface ReplacePattern {
  readonly source: string;
  readonly ignoreCase: boolean;
}

export type PatternAnswer =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'replaced' } & Replacements)
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'too-large' };

export interface Replacements {
  readonly text: string;
  readonly count: number;
  /** The 1-based lines of the first replacements in the old text. */
  readonly lines: readonly number[];
}
