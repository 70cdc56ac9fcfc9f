import type { MatchHow } from './hunk.ts';
import type { HunkLines } from './hunk-lines.ts';

/** Lines `[start, end)` of a file that are what a hunk asks for. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly how: MatchHow;
  /** The hunk in whole lines: one that begins or ends inside a line is completed with what stands there. */
  readonly lines: HunkLines;
  /** How often what the hunk asks for is in these lines. */
  readonly count: number;
  /** The lines have already what the hunk would add. */
  readonly applied?: boolean;
  /** The old lines as they were given, where the file's own stand for one of them in `lines`. */
  readonly given?: readonly string[];
  /** Why the new lines cannot be written although the place is known. */
  readonly unclear?: string | undefined;
}
