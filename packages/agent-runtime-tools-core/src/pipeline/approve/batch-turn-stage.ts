import type { BatchPlace } from '../../batch/batch.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import { coreErrors } from '../../errors.ts';
import type { ToolEntry } from '../../registry/tool-registry.ts';
import { fail } from '../../authoring/result.ts';
import { ask, isRequired } from './approve.ts';
import type { Call } from '../call/call.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Stage, Step } from '../stage.ts';

/**
 * A call of a batch waits here, judged, for its turn: for the earlier calls that it conflicts with and, where it needs
 * approval, until every call of the batch has been judged. Should only now turn out that it needs approval, it is
 * judged `again`, as a call whose turn has come. What was judged otherwise in its turn goes no further here.
 */
export function inTurn(entry: ToolEntry, runtime: Runtime, { again }: { again: Step }): Stage {
  return (next) => {
    const go = async (params: unknown, call: Call, place: BatchPlace): Promise<ToolResult> => {
      const { wasAhead } = place;
      // Whoever has waited for the call's turn with a person's consent has made sure that it still holds.
      const isConsented = place.earlier === undefined && call.granted === params && call.grant?.by === 'person';
      await untilTurn(call, place);
      place.wasAhead = false;
      const decided = place.decided();
      if (decided !== undefined) return decided;
      if (!wasAhead || call.cause !== undefined) return next(params, call);
      const wasRequired = isRequired(call);
      if (wasRequired && runtime.endRejectedTurns && rejectedMeanwhile(call)) return fail(coreErrors.TURN_REJECTED());
      if (wasRequired || typeof entry.handler.requiresApproval !== 'function') return next(params, call);
      const error = await ask(call, entry, params);
      if (error !== undefined) return fail(error);
      if (!isRequired(call) || isConsented) return next(params, call);
      // It was for a call that needed no approval.
      call.granted = call.grant = undefined;
      return again(params, call);
    };
    return (params, call) => {
      const { place } = call;
      if (place === undefined) return next(params, call);
      place.judged();
      const decided = place.decided();
      if (decided !== undefined) return decided;
      const mustWait = place.wasAhead || (isRequired(call) && place.batch.allJudged() !== undefined);
      return mustWait ? go(params, call, place) : next(params, call);
    };
  };
}

async function untilTurn(call: Call, place: BatchPlace): Promise<void> {
  const { clock } = call.runtime;
  const since = clock.now();
  if (isRequired(call)) await place.allJudged(call);
  await place.turn(call);
  call.resumedAt = clock.now();
  call.queuedMs += call.resumedAt - since;
}

/** A person's rejection ends the turn's other calls that need approval, but for those that a person has said yes to. */
function rejectedMeanwhile(call: Call): boolean {
  return call.grant?.by !== 'person' && call.context.approval.turnRejected;
}
