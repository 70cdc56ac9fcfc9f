/** One change, whatever format it was written in. Line ends are '\n' (others are accepted). */
export interface Hunk {
  /** What to find. Of whole lines, each ends with '\n'; a last line without one says that the file ends there without a newline. */
  readonly before: string;
  /** What to put there, written like `before`. */
  readonly after: string;
  /** False: `before` may begin and end inside a line. */
  readonly wholeLines: boolean;
  /** Where `before` is thought to begin, 1-based. Ranks candidates, never limits the search. */
  readonly line?: number;
  /** Lines that come before the place, outermost first (`@@ class X`). They rank candidates too. */
  readonly anchors?: readonly string[];
  /** The place is thought to be at the end of the file. */
  readonly atEnd?: boolean;
  /** Which lines of `before` are which of `after`, where the format says so (0-based, in order). */
  readonly context?: readonly (readonly [before: number, after: number])[];
  /** Every occurrence instead of the only one. */
  readonly all?: boolean;
}

export type HunkStatus =
  | 'applied'
  | 'not_found'
  | 'ambiguous'
  | 'already_applied'
  /** Found, but what it would change another hunk changes too. */
  | 'overlap'
  /** Found, but the indentation of its new lines cannot be derived from the file. */
  | 'unclear'
  /** `before` and `after` are the same. */
  | 'no_change'
  /** Nothing to find: `before` is empty, and neither an anchor nor the end of the file says where. */
  | 'no_place';

/** How the place was found, in the order in which the ways are tried. */
export type MatchHow = 'exact' | 'normalised' | 'indentation' | 'fuzzy';

export interface HunkReport {
  /** 0-based, in the order in which the hunks were given. */
  readonly index: number;
  readonly status: HunkStatus;
  /** 1-based line in the text as it was: of the match, or of the closest place. */
  readonly line?: number;
  /** Of the match or of the closest place, 0 to 1. */
  readonly similarity: number;
  readonly how?: MatchHow;
  /** How many places were changed; more than one only with `all`. */
  readonly count: number;
  /** 1-based lines of the places between which nothing decides; at most twenty. */
  readonly candidates?: readonly number[];
  /** A short diff from what was asked for to the closest place. */
  readonly closest?: string;
  /** A sentence that says what happened and, after a refusal, what to do. */
  readonly message: string;
}
