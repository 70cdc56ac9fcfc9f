import { ownerOf } from '../../contracts/owner.ts';
import type { ToolError } from '../../contracts/tool-error.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import { recordApproval, recordDenial } from '../approve/approval-decision.ts';
import type { Call } from '../call/call.ts';
import { publishEnd } from './publish.ts';
import { settle } from './settle.ts';

/** Ends a call, exactly once: settles its result, counts it, publishes the end and hands the result to the caller. */
export function finish(call: Call, result: ToolResult): void {
  if (call.finished) return;
  if (call.decision === undefined && call.lastMiddleware !== undefined) recordLateDecision(call, result);
  if (result === call.settled) return conclude(call, result);
  // A middleware has replaced the handler's result: the new one is settled too.
  const settled = settle(call, result);
  if (!(settled instanceof Promise)) return conclude(call, settled);
  settled.then(
    (final) => conclude(call, final),
    () => conclude(call, result),
  );
  return undefined;
}

/** For a call that entered the approve phase and ended before a decision was recorded. */
function recordLateDecision(call: Call, result: ToolResult): void {
  // An approver threw, or hung until the grace period was over.
  if (call.lastMiddleware?.phase === 'approve') recordDenial(call, result, call.lastMiddleware.name);
  // The approve phase let the call through, and a middleware further in returned a result of its own.
  else if (call.judgedParams !== undefined) recordApproval(call, call.grant);
}

function conclude(call: Call, result: ToolResult): void {
  if (call.finished) return;
  const { runtime, entry, resolve } = call;
  call.end();
  // A call outside of any turn has no turn to reject.
  if (!result.ok && call.turnId !== '' && isRejectedByPerson(result.error)) {
    runtime.turns.reject(ownerOf(call), call.turnId);
  }
  if (entry !== undefined) {
    entry.stats.record(result.metadata.executionTimeMs, result.ok ? undefined : result.error.code);
    entry.callEnded();
  }
  publishEnd(call, result);
  resolve?.(result);
}

function isRejectedByPerson({ code, details }: ToolError): boolean {
  return code === 'APPROVAL_DENIED' && details?.['by'] === 'person';
}
