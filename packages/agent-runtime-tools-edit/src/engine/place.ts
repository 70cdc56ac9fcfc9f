import type { MatchKind } from './hunk.ts';
import type { HunkLines } from './hunk-lines.ts';

/** Lines `[start, end)` of a file that a hunk matches. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly how: MatchKind;
  /** The hunk in whole lines. A hunk that begins or ends inside a line is completed with the rest of that line. */
  readonly lines: HunkLines;
  /** Number of occurrences in these lines. */
  readonly count: number;
  /** The file already has the lines that the hunk would add here. */
  readonly alreadyApplied?: boolean;
  /** The hunk's old lines as given, where `lines` has the file's line instead of one of them. */
  readonly givenBefore?: readonly string[];
  /** Why the new lines cannot be written although the place was found. */
  readonly unclearReason?: string | undefined;
}
