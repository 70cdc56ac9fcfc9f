import { approval, type ApprovalOptions } from '@ku0/agent-runtime-tools-approval';
import type { ToolMiddleware } from '@ku0/agent-runtime-tools-core';

/** Which calls a person is asked about. */
export const ApprovalMode = Object.freeze({
  /** Every call. */
  ALWAYS: 'always',
  /** Calls of dangerous tools, of tools that require approval, and what policies say. */
  UNSAFE_ONLY: 'unsafe-only',
  /** Nobody is asked: calls that would need an answer are denied. */
  NEVER_ASK: 'never-ask',
} as const);

export type ApprovalMode = (typeof ApprovalMode)[keyof typeof ApprovalMode];

export interface ApprovalExtensionOptions extends Omit<ApprovalOptions, 'mode'> {
  /** Default: `UNSAFE_ONLY`. */
  readonly approvalMode?: ApprovalMode;
  readonly priority?: number;
}

/** Asks a person about calls: `approval()` with a mode. */
export function approvalExtension(options: ApprovalExtensionOptions = {}): ToolMiddleware[] {
  const { approvalMode = ApprovalMode.UNSAFE_ONLY, priority, ...rest } = options;
  const middleware = approval(approvalMode === ApprovalMode.NEVER_ASK ? { ...rest, mode: 'dont-ask' } : rest);
  const asking = priority === undefined ? middleware : Object.assign(middleware, { priority });
  return approvalMode === ApprovalMode.ALWAYS ? [demandApproval(), asking] : [asking];
}

/** Makes every call need approval. */
function demandApproval(): ToolMiddleware {
  return {
    name: 'always-ask',
    phase: 'hook',
    judgesAhead: true,
    execute(params, context, next) {
      context.approval.require('every call needs approval');
      return next(params);
    },
  };
}
