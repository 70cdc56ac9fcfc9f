import { randomUUID } from 'node:crypto';
import type { Clock, Principal, ToolContext } from '@ku0/agent-runtime-tools-core';
import type { Judgement } from '../auto-approver.ts';
import type { CallDigest } from '../calls/digest/call-digest.ts';
import type { ApprovalRequest } from './approval-request.ts';
import { toolOffer, type RuleOffer } from './rule-offer.ts';

/** The call that a person is asked about. */
export interface RequestSubject {
  readonly params: unknown;
  readonly context: ToolContext;
  readonly judgement: Judgement;
  readonly digest: CallDigest;
  readonly offer: RuleOffer | undefined;
}

/**
 * Builds the request that a person is shown, with a preview of the changes. Everything but ids passes through the host's
 * `redact`, because requests are stored and published too.
 */
export async function buildRequest(
  { params, context, judgement, digest, offer }: RequestSubject,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs: number },
): Promise<ApprovalRequest> {
  const dryRun = await context.approval.dryRun(params);
  const diff = dryRun.ok ? dryRun.value.changes.flatMap((change) => change.diff ?? []).join('\n') : '';
  const createdAt = clock.now();
  const { facts, decision } = judgement;
  const { principal } = context;
  const alwaysForTool = toolOffer(facts);
  const shown = {
    args: facts.params,
    cwd: facts.cwd,
    reason: decision.reason,
    reasons: decision.reasons,
    risk: decision.risk,
    ...(dryRun.ok && { preview: dryRun.value }),
    ...(diff !== '' && { diff }),
    ...(offer !== undefined && { always: offer }),
    ...(alwaysForTool !== undefined && { alwaysForTool }),
  };
  return Object.freeze({
    id: randomUUID(),
    callId: context.callId,
    stepId: context.callId,
    ...(principal !== undefined && { principal: idAndRoles(principal) }),
    taskId: context.taskId,
    turnId: context.turnId,
    tool: context.tool.name,
    ...(context.redact === undefined ? shown : context.redact(shown)),
    digest: digest.digest,
    createdAt,
    expiresAt: createdAt + timeoutMs,
  });
}

/** Other fields of the host's principal must not end up in stores or on screens. */
function idAndRoles({ id, roles }: Principal): Principal {
  return { id, ...(roles !== undefined && { roles }) };
}
