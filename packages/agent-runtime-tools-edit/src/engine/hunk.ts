/** One change to a text, independent of the format it was written in. Line ends are `\n`; others are accepted. */
export interface Hunk {
  /** The text to find. With `wholeLines`, a last line without `\n` means that the file ends there without a newline. */
  readonly before: string;
  /** The replacement, written like `before`. */
  readonly after: string;
  /** False when `before` may begin and end inside a line. */
  readonly wholeLines: boolean;
  /** The 1-based line where `before` should begin. Chooses between places, never limits the search. */
  readonly line?: number;
  /** Headings above the place, outermost first (`@@ class X`). They choose between places too. */
  readonly anchors?: readonly string[];
  /** The place should be at the end of the file. */
  readonly atEnd?: boolean;
  /** The context lines of the format: 0-based indexes into `before` and `after`, in order. */
  readonly context?: readonly (readonly [before: number, after: number])[];
  /** Replaces every occurrence. Otherwise there must be exactly one. */
  readonly all?: boolean;
}

export type HunkStatus =
  | 'applied'
  | 'not_found'
  | 'ambiguous'
  | 'already_applied'
  /** Found, but another hunk changes the same lines. */
  | 'overlap'
  /** Found, but it is not certain how the new lines have to be written in the file. */
  | 'unclear'
  /** `before` and `after` are the same. */
  | 'no_change'
  /** `before` is empty, and neither an anchor nor the end of the file says where the new lines go. */
  | 'no_place';

/** How a place was found, from the strictest comparison to the loosest. */
export type MatchKind = 'exact' | 'normalised' | 'indentation' | 'fuzzy';

export interface HunkReport {
  /** 0-based, in the order in which the hunks were given. */
  readonly index: number;
  readonly status: HunkStatus;
  /** 1-based line of the match, or of the closest place, in the original text. */
  readonly line?: number;
  /** Similarity of the match or of the closest place, 0 to 1. */
  readonly similarity: number;
  readonly how?: MatchKind;
  /** Number of changed places; more than one only with `all`. */
  readonly count: number;
  /** 1-based lines of the places that match equally well; at most twenty. */
  readonly candidates?: readonly number[];
  /** A short diff from the requested text to the closest place. */
  readonly closest?: string;
  /** A sentence saying what happened and, after a refusal, what to do. */
  readonly message: string;
}
