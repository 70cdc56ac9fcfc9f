import type { ApprovalPolicy } from './approval-policy.ts';

/** The settings of an `AutoApprover`. */
export interface AutoApprovalConfig {
  /** False: a person is asked about every call. Default true. */
  readonly enabled?: boolean;
  readonly policies?: readonly ApprovalPolicy[];
  /** Tools that are approved if no policy says otherwise, by name or pattern. */
  readonly tools?: readonly string[];
  /** What happens to a call that no policy is about. Default 'ask'. */
  readonly defaultAction?: ApprovalPolicy['action'];
  readonly [setting: string]: unknown;
}
