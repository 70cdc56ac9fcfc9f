import { ownerOf } from '../../contracts/owner.ts';
import type { ToolError } from '../../contracts/tool-error.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import type { Call } from '../call/call.ts';
import { approved, denied } from '../approve/approval-decision.ts';
import { publishEnd } from './publish.ts';
import { settle } from './settle.ts';

/** The end of a call, exactly once: the final result, counted, published and handed over. */
export function finish(call: Call, result: ToolResult): void {
  if (call.finished) return;
  if (call.decision === undefined && call.innermost !== undefined) decideLate(call, result);
  if (result === call.settled) return conclude(call, result);
  // A middleware put its own result in place of the handler's: it is settled like any other.
  const settled = settle(call, result);
  if (!(settled instanceof Promise)) return conclude(call, settled);
  settled.then(
    (final) => conclude(call, final),
    () => conclude(call, result),
  );
  return undefined;
}

/** For a call that was in the approve phase and did not come to the end of it. */
function decideLate(call: Call, result: ToolResult): void {
  // An approver threw, or was given up.
  if (call.innermost?.phase === 'approve') denied(call, result, call.innermost.name);
  // It was let through, and a middleware further in answered.
  else if (call.judged !== undefined) approved(call, call.grant);
}

function conclude(call: Call, result: ToolResult): void {
  if (call.finished) return;
  const { runtime, entry, resolve } = call;
  call.end();
  // A call outside any turn has no others that its rejection could end.
  if (!result.ok && call.turnId !== '' && isRejection(result.error)) {
    runtime.turns.reject(ownerOf(call), call.turnId);
  }
  if (entry !== undefined) {
    entry.stats.record(result.metadata.executionTimeMs, result.ok ? undefined : result.error.code);
    entry.leave();
  }
  publishEnd(call, result);
  resolve?.(result);
}

function isRejection({ code, details }: ToolError): boolean {
  return code === 'APPROVAL_DENIED' && details?.['by'] === 'person';
}
