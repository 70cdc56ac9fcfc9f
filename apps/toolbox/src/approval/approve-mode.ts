import type { ApprovalMode } from '@ku0/agent-runtime-tools-approval';

/** How to handle calls that need approval and that no rule decides: ask a person, allow all, or deny all. */
export type ApproveMode = 'ask' | 'all' | 'none';

export const APPROVAL_MODES: Readonly<Record<ApproveMode, ApprovalMode>> = {
  ask: 'default',
  all: 'bypass',
  none: 'dont-ask',
};
