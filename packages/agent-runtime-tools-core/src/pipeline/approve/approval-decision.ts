import type { ApprovalDecided } from '../../contracts/approval-decided.ts';
import type { ApprovalGrant } from '../../contracts/tool-middleware.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import type { Call } from '../call/call.ts';

/** The call may run: by this grant, or because none was needed. */
export function approved(call: Call, grant: ApprovalGrant | undefined): void {
  // A middleware inside the approve phase that goes on again, without a new grant, brings no new decision.
  if (call.decision?.approved === true && grant === undefined) return;
  decided(call, grant === undefined ? NOT_REQUIRED : { approved: true, ...statementOf(call, grant) });
}

/** The call may not run: as a middleware of the approve phase has answered, or as core says itself. */
export function denied(call: Call, result: ToolResult, by: string): void {
  if (call.decision?.approved === false) return;
  const failure = result.ok ? undefined : result.error;
  const { by: said, policy, rule } = failure?.details ?? {};
  const statement = { by: textOr(said) ?? by, policy: textOr(policy), rule: textOr(rule), reason: failure?.message };
  decided(call, { approved: false, ...statementOf(call, statement) });
}

const NOT_REQUIRED: ApprovalDecided = Object.freeze({ approved: true, by: 'not-required' });

function decided(call: Call, decision: ApprovalDecided): void {
  call.decision = decision;
  const { toolName } = call;
  call.publish('approval_decided', { toolName, ...decision }, decision.reason?.length);
}

interface Statement {
  readonly by: string;
  readonly policy?: string | undefined;
  readonly rule?: string | undefined;
  readonly reason?: string | undefined;
}

function statementOf(call: Call, { by, policy, rule, reason }: Statement): Omit<ApprovalDecided, 'approved'> {
  return {
    by,
    ...(policy !== undefined && { policy }),
    ...(rule !== undefined && { rule }),
    ...(reason !== undefined && { reason }),
    ...(call.approvalWaitMs > 0 && { waitedMs: call.approvalWaitMs }),
  };
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
