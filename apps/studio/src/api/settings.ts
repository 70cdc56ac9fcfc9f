import type { CommandPart } from './approvals.ts';

/** What decides about calls besides a person. */
export interface Settings {
  readonly mode: string;
  readonly permissions: readonly { readonly effect: 'allow' | 'ask' | 'deny'; readonly rule: string }[];
  readonly policies: readonly SettingsPolicy[];
  /** Rules that do not count, and why. */
  readonly notices: readonly string[];
  readonly hooks: readonly SettingsHook[];
  readonly hookDiagnostics: readonly HookDiagnostic[];
  readonly servers: readonly SettingsServer[];
  readonly trust: readonly TrustEntry[];
  readonly trustProblem?: string;
}

export interface SettingsPolicy {
  readonly name: string;
  readonly tools: readonly string[];
  readonly action: string;
  readonly priority: number;
  readonly reason?: string;
  /** One sentence for each condition. */
  readonly conditions: readonly string[];
}

export interface SettingsHook {
  readonly name: string;
  readonly type: string;
  readonly source: string;
}

export interface HookDiagnostic {
  readonly kind: 'loaded' | 'ignored' | 'untrusted' | 'problem';
  readonly file: string;
  readonly where?: string;
  readonly message: string;
  /** What to send to trust exactly this content. */
  readonly trust?: TrustChange;
}

/** Whether a hook would run for a tool. */
export interface HookCheck {
  readonly hook: string;
  readonly type: string;
  readonly action: string;
  readonly runs: boolean;
  readonly why: string;
  readonly timeoutMs: number;
  readonly onFailure: 'block' | 'continue';
}

export interface SettingsServer {
  readonly name: string;
  readonly state: string;
  readonly problem?: string;
  readonly tools: readonly string[];
  /** What to send to trust the project's file that names this server. */
  readonly trust?: TrustChange;
}

/** Content that a person can trust: only what the server has shown is accepted. */
export interface TrustChange {
  readonly subject: string;
  readonly digest: string;
}

export interface TrustEntry extends TrustChange {
  readonly workspace: string;
  readonly trustedAt: string;
}

/** The decision about a call that is not made. */
export interface Explanation {
  readonly decision: 'approve' | 'ask' | 'deny';
  readonly rule?: string;
  readonly reasons: readonly string[];
  readonly risk: { readonly level: string; readonly why: string };
  readonly paths: readonly { readonly path: string; readonly access: string; readonly place: string }[];
  readonly parts: readonly CommandPart[];
  readonly suggestedRule?: string;
}
