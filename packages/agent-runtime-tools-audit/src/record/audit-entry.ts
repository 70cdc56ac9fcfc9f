/**
 * One entry of the trail, as it is before it becomes a link of the chain. Arguments and results appear only as digests.
 * A call that runs has the entries `run` and `end`; one that had to wait for its decision begins with `asked`; one that
 * was refused at once has the single entry `refused`. A member that is undefined is not written.
 */
export type AuditEntry =
  | AskedEntry
  | RunEntry
  | DeniedEntry
  | RefusedEntry
  | EndEntry
  | HookEntry
  | ModeEntry
  | GapEntry
  | OpenEntry
  | CloseEntry
  | PrunedEntry;

interface Entry {
  /** ISO 8601, with milliseconds. */
  readonly time: string;
}

/** Who made a call. */
export interface CallEntry extends Entry {
  /** Core's id of the call, which is unique. */
  readonly call: string;
  /** The host's id of the call; absent if it gave none. */
  readonly callId?: string | undefined;
  readonly task: string;
  /** The id of the principal; absent if the host named none. */
  readonly principal?: string | undefined;
  /** The name of the tool. If there is no such tool, what was asked for, cut. */
  readonly tool: string;
}

/** A call that has to wait: for a hook, a person or a limit. */
export interface AskedEntry extends CallEntry {
  readonly kind: 'asked';
  readonly args: string;
  /** The `traceparent` of the call, if it has one. */
  readonly trace?: string | undefined;
}

/** Written before the handler starts. `args` is the digest of the arguments that it gets. */
export interface RunEntry extends CallEntry {
  readonly kind: 'run';
  readonly version: string;
  readonly args: string;
  readonly mode: string;
  /** Who or what consented; `not-required` if the call needed no approval. */
  readonly by: string;
  readonly policy?: string | undefined;
  readonly rule?: string | undefined;
  readonly reason?: string | undefined;
  /** The `traceparent` of the call, if it has one. */
  readonly trace?: string | undefined;
}

/** The approve phase said no. */
export interface DeniedEntry extends CallEntry {
  readonly kind: 'denied';
  readonly by: string;
  readonly policy?: string | undefined;
  readonly rule?: string | undefined;
  readonly reason?: string | undefined;
}

/** A call that ended before anything else was written about it: an unknown tool, invalid arguments, a refusal by a guard. */
export interface RefusedEntry extends CallEntry {
  readonly kind: 'refused';
  readonly args: string;
  /** The `traceparent` of the call, if it has one. */
  readonly trace?: string | undefined;
  readonly ok: boolean;
  readonly code?: string | undefined;
}

export interface EndEntry extends Entry {
  readonly kind: 'end';
  readonly call: string;
  readonly ok: boolean;
  /** The code of the error. */
  readonly code?: string | undefined;
  /** How often the handler was started. 0: it never ran. */
  readonly attempts: number;
  readonly ms: number;
  /** How long the call waited for a slot, and for the answer of a person. */
  readonly queuedMs?: number | undefined;
  readonly approvalMs?: number | undefined;
  /** The digest of the value. Absent if the call failed or results are not digested. */
  readonly result?: string | undefined;
}

/** A hook that decided something, failed, or changed the arguments. */
export interface HookEntry extends Entry {
  readonly kind: 'hook';
  readonly call: string;
  readonly hook: string;
  readonly event: string;
  readonly decision: string;
  readonly reason?: string | undefined;
  readonly changedParameters?: true;
}

export interface ModeEntry extends Entry {
  readonly kind: 'mode';
  readonly task: string;
  /** The id of the principal whose task it is; absent if the host named none. */
  readonly principal?: string | undefined;
  readonly mode: string;
  readonly previous: string;
}

/** Entries that could not be written while the sink failed. */
export interface GapEntry extends Entry {
  readonly kind: 'gap';
  readonly lost: number;
  readonly reason: string;
}

/** The first record of a chain or of a segment. */
export interface OpenEntry extends Entry {
  readonly kind: 'open';
  readonly keyed: boolean;
  readonly segment?: string;
  /** The ends of the segments that other processes were writing, or had left. */
  readonly links?: readonly SegmentEnd[];
  readonly pid?: number;
  readonly host?: string;
}

/** The last record of a segment that was closed properly. */
export interface CloseEntry extends Entry {
  readonly kind: 'close';
}

/** Old segments were removed to keep the trail within its limit. */
export interface PrunedEntry extends Entry {
  readonly kind: 'pruned';
  readonly removed: readonly SegmentEnd[];
  /** Up to this segment, all are gone by now except those in `kept`. */
  readonly upTo: string;
  readonly kept: readonly string[];
}

/** The last record of a segment. */
export interface SegmentEnd {
  readonly segment: string;
  readonly seq: number;
  readonly hash: string;
  /** No more records will follow. */
  readonly closed?: true;
}
