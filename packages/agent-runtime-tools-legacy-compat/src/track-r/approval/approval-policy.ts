export interface ApprovalPolicy {
  name: string;
  /** Tool names, `prefix*` or `*`. */
  tools: string[];
  action: 'approve' | 'deny' | 'ask';
  /** All of them must hold. */
  conditions?: ApprovalCondition[];
  /** Higher priorities are checked first. */
  priority: number;
}

export interface ApprovalCondition {
  type: 'path' | 'content' | 'size' | 'risk';
  operator: 'equals' | 'contains' | 'matches' | 'lessThan' | 'greaterThan';
  value: string | number | RegExp;
}

export interface ApprovalDecision {
  approved: boolean;
  reason?: string;
  policyName?: string;
  requiresUserConfirmation: boolean;
}

/** How long a person's answer counts: for this call only, until the program ends, or for as long as the host keeps it. */
export type ApprovalScope = 'once' | 'session' | 'always';

export interface WorkspaceContext {
  /** Absolute folders. */
  workspacePaths: readonly string[];
  readonly [member: string]: unknown;
}
