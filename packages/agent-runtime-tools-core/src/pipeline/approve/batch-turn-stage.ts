import type { BatchMember } from '../../batch/batch.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import { coreErrors } from '../../errors.ts';
import type { ToolEntry } from '../../registry/tool-entry.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Call } from '../call/call.ts';
import type { Stage, Step } from '../stage.ts';
import { denyByCore } from './approval-decision.ts';
import { askRequirement, isApprovalRequired } from './approve.ts';

/**
 * Holds back a call of a batch that was judged ahead of its turn. It waits until the earlier calls that it conflicts
 * with have ended and, if it needs approval, until every call of the batch has been judged. If a hook judges it
 * differently in its turn, that result replaces the call. If the tool only now says that it needs approval, the approve
 * phase runs again (`judgeAgain`).
 *
 *     batch:  write a.txt, run a.txt          both are judged at once, so a person sees both questions together
 *     then:   write a.txt runs, run a.txt waits here, is checked again, and runs
 */
export function batchTurnStage(entry: ToolEntry, runtime: Runtime, { judgeAgain }: { judgeAgain: Step }): Stage {
  return (next) => {
    const waitThenRun = async (params: unknown, call: Call, member: BatchMember): Promise<ToolResult> => {
      const { judgedAhead } = member;
      // An approver that waited for the call's turn with a person's consent has checked that the consent still holds.
      const hasConsentInTurn =
        member.earlierCalls === undefined && call.grantedParams === params && call.grant?.by === 'person';
      await waitForTurn(call, member);
      member.judgedAhead = false;
      const replaced = member.replacedResult();
      if (replaced !== undefined) return replaced;
      if (!judgedAhead || call.cause !== undefined) return next(params, call);
      const wasRequired = isApprovalRequired(call);
      if (wasRequired && runtime.endRejectedTurns && wasTurnRejected(call))
        return denyByCore(call, coreErrors.TURN_REJECTED());
      if (wasRequired || typeof entry.handler.requiresApproval !== 'function') return next(params, call);
      const error = await askRequirement(call, entry, params);
      if (error !== undefined) return denyByCore(call, error);
      if (!isApprovalRequired(call) || hasConsentInTurn) return next(params, call);
      // The grant was given to a call that needed no approval then.
      call.grantedParams = call.grant = undefined;
      return judgeAgain(params, call);
    };
    return (params, call) => {
      const { batchMember } = call;
      if (batchMember === undefined) return next(params, call);
      batchMember.markJudged();
      const replaced = batchMember.replacedResult();
      if (replaced !== undefined) return replaced;
      const mustWait =
        batchMember.judgedAhead || (isApprovalRequired(call) && batchMember.batch.allJudged() !== undefined);
      return mustWait ? waitThenRun(params, call, batchMember) : next(params, call);
    };
  };
}

/** Counts the wait as time in the queue. */
async function waitForTurn(call: Call, member: BatchMember): Promise<void> {
  const { clock } = call.runtime;
  const since = clock.now();
  if (isApprovalRequired(call)) await member.waitForAllJudged(call);
  await member.waitForTurn(call);
  call.resumedAt = clock.now();
  call.queuedMs += call.resumedAt - since;
}

/** A person's rejection ends the other calls of the turn that need approval, except those that a person has approved. */
function wasTurnRejected(call: Call): boolean {
  return call.grant?.by !== 'person' && call.context.approval.turnRejected;
}
