import type { ApprovalDecided } from '../../contracts/approval-decided.ts';
import type { ApprovalGrant } from '../../contracts/tool-middleware.ts';
import type { ToolError } from '../../contracts/tool-error.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import { fail } from '../../authoring/result.ts';
import type { Call } from '../call/call.ts';

/** Records and publishes that the call may run: because of this grant, or because it needed none. */
export function recordApproval(call: Call, grant: ApprovalGrant | undefined): void {
  // A middleware inside the approve phase that calls `next` a second time without a grant makes no new decision.
  if (call.decision?.approved === true && grant === undefined) return;
  record(call, grant === undefined ? NOT_REQUIRED : { approved: true, ...describe(call, grant) });
}

/**
 * Records and publishes that the call may not run. `by` names the approver, or `core`; details of the error that say
 * more about it (`by`, `policy`, `rule`) take precedence.
 */
export function recordDenial(call: Call, result: ToolResult, by: string): void {
  if (call.decision?.approved === false) return;
  const { by: statedBy, policy, rule } = (result.ok ? undefined : result.error.details) ?? {};
  const source = {
    by: nonEmptyText(statedBy) ?? by,
    policy: nonEmptyText(policy),
    rule: nonEmptyText(rule),
    reason: result.ok ? 'It gave a result in the place of the tool.' : result.error.message,
  };
  record(call, { approved: false, ...describe(call, source) });
}

/** Ends a call that core itself refuses in the approve phase: records the denial and returns its result. */
export function denyByCore(call: Call, error: ToolError): ToolResult {
  const result = fail(error);
  recordDenial(call, result, 'core');
  return result;
}

const NOT_REQUIRED: ApprovalDecided = Object.freeze({ approved: true, by: 'not-required' });

function record(call: Call, decision: ApprovalDecided): void {
  call.decision = decision;
  const { toolName } = call;
  call.publish('approval_decided', { toolName, ...decision }, decision.reason?.length);
}

/** Where a decision comes from. */
interface DecisionSource {
  readonly by: string;
  readonly policy?: string | undefined;
  readonly rule?: string | undefined;
  readonly reason?: string | undefined;
}

function describe(call: Call, { by, policy, rule, reason }: DecisionSource): Omit<ApprovalDecided, 'approved'> {
  return {
    by,
    ...(policy !== undefined && { policy }),
    ...(rule !== undefined && { rule }),
    ...(reason !== undefined && { reason }),
    ...(call.approvalWaitMs > 0 && { waitedMs: call.approvalWaitMs }),
  };
}

function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
