/** What was decided about a call in the approve phase. */
export interface ApprovalDecided {
  readonly approved: boolean;
  /**
   * Who or what decided: `person`, `policy:NAME`, `hook:NAME`, ... as the grant or the denial says; `core` where core
   * refused because nobody had granted; `not-required` where nobody had to.
   */
  readonly by: string;
  readonly policy?: string;
  readonly rule?: string;
  readonly reason?: string;
  /** How long the approve phase took: a person's time, where `by` is a person. */
  readonly waitedMs?: number;
}
