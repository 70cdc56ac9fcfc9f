import type { CallRisk } from '../calls/risk/call-risk.ts';

export type PolicyAction = 'approve' | 'deny' | 'ask';

/** Decides about the calls that its tools and conditions match. */
export interface ApprovalPolicy {
  readonly name: string;
  /** Tool names or patterns (`write_*`), or families (`Bash`, `Edit`, `Read`, `WebFetch`). */
  readonly tools: readonly string[];
  readonly action: PolicyAction;
  /** All conditions must hold. */
  readonly conditions?: readonly ApprovalCondition[];
  /** Higher priorities are tried first; default 0. Among equals, deny comes before ask and ask before approve. */
  readonly priority?: number;
  /** Shown to the person or model with the decision. */
  readonly reason?: string;
  /** Calls that the policy must match, checked when it is loaded. */
  readonly match?: readonly PolicyExample[];
  /** Calls that the policy must not match. */
  readonly notMatch?: readonly PolicyExample[];
}

export type ConditionType = 'path' | 'content' | 'size' | 'risk' | 'command' | 'url' | 'capability' | 'mode';
export type ConditionOperator = 'equals' | 'contains' | 'matches' | 'lessThan' | 'greaterThan';

/**
 * If a call has several values (paths, parts of a command), deny and ask need one that matches, approve needs all of them.
 * `matches` takes a regular expression; for a path, a string without characters of regular expressions is a glob.
 */
export interface ApprovalCondition {
  readonly type: ConditionType;
  readonly operator: ConditionOperator;
  readonly value: string | number | RegExp;
}

/** A call; a string is a command for `bash`. */
export type PolicyExample =
  | string
  | { readonly tool: string; readonly params: Readonly<Record<string, unknown>>; readonly cwd?: string };

/** Rule strings: `Bash(git log *)`, `Edit(src/**)`, `WebFetch(domain:example.com)`, `mcp__server`. */
export interface PermissionRules {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  /** Folders besides the workspace that calls may touch. */
  readonly additionalDirectories?: readonly string[];
  /** The folder that the settings with these rules belong to: `/path` in a rule starts there. Default: the workspace's roots. */
  readonly settingsFolder?: string;
}

export interface ApprovalDecision {
  readonly approved: boolean;
  /** Not approved, but a person may approve it. */
  readonly requiresUserConfirmation: boolean;
  readonly decision: PolicyAction;
  /** One sentence: the first of `reasons`. */
  readonly reason: string;
  /** The policy that decided, or the permission rule in its place. */
  readonly policyName?: string;
  /** The permission rule that decided. */
  readonly rule?: string;
  readonly reasons: readonly string[];
  readonly risk: CallRisk;
}

/** What happens to a call that no rule decides. `default` asks; `bypass` can be set by the host only. */
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

export const APPROVAL_MODES = ['default', 'accept-edits', 'plan', 'dont-ask', 'bypass'] as const;
