/** Numbers about the calls since the start. */
export interface Insight {
  readonly startedAt: number;
  readonly totals: {
    readonly calls: number;
    readonly errors: number;
    readonly running: number;
    readonly p50Ms: number;
    readonly p95Ms: number;
  };
  /** The last 60 minutes, oldest first. */
  readonly minutes: readonly MinuteStats[];
  readonly tools: readonly ToolInsight[];
  readonly errorsByCode: readonly { readonly code: string; readonly count: number }[];
  readonly approvals: readonly { readonly outcome: string; readonly count: number }[];
}

export interface MinuteStats {
  /** The start of the minute, in milliseconds since the epoch. */
  readonly time: number;
  readonly calls: number;
  readonly errors: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export interface ToolInsight {
  readonly name: string;
  readonly calls: number;
  readonly errors: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}
