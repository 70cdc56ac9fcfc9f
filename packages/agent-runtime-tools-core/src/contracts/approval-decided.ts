/** The decision of the approve phase about a call. */
export interface ApprovalDecided {
  readonly approved: boolean;
  /**
   * Who or what decided: `person`, `policy:NAME`, `hook:NAME`, ... as stated by the grant or the denial; `core` if core
   * itself refused (no grant, a rejected turn, plan mode); `not-required` if the call needed no approval.
   */
  readonly by: string;
  readonly policy?: string;
  readonly rule?: string;
  readonly reason?: string;
  /** How long the approve phase took. If `by` is `person`, this is how long the person took. */
  readonly waitedMs?: number;
}
