import type { ApprovalMode } from '@ku0/agent-runtime-tools-approval';

/** What happens to a call that needs approval and that no rule decides: a person is asked, it is allowed, or denied. */
export type ApproveMode = 'ask' | 'all' | 'none';

export const APPROVAL_MODES: Readonly<Record<ApproveMode, ApprovalMode>> = {
  ask: 'default',
  all: 'bypass',
  none: 'dont-ask',
};
