import { isSameOwner, ownerOf, type Owner } from '../../contracts/owner.ts';
import { coreErrors } from '../../errors.ts';
import { printable } from '../../text/printable.ts';
import type { Runtime } from '../../runtime/runtime.ts';

/** Which calls to cancel: those that match every given member. */
export interface CancelTarget {
  /** A `callId`, which is only unique for its owner, or a `callKey`, which needs no owner. */
  readonly id?: string;
  readonly owner?: Owner;
}

/** Stops the matching calls, including calls of a batch that have not begun, and returns how many there were. */
export function cancelCalls(runtime: Runtime, { id, owner }: CancelTarget, reason?: string): number {
  const cause = coreErrors.CANCELLED(
    reason === undefined ? {} : { message: `The call was cancelled: ${printable(reason)}` },
  );
  const matches = (callId: string | undefined, callOwner: Owner): boolean =>
    (id === undefined || callId === id) && (owner === undefined || isSameOwner(callOwner, owner));
  const upcoming = [...runtime.upcomingCalls].filter((call) => !call.cancelled && matches(call.callId, call.owner));
  for (const call of upcoming) call.cancelled = AbortSignal.abort(reason);
  const calls = runtime.inFlight.toArray().filter((call) => call.callKey === id || matches(call.callId, ownerOf(call)));
  for (const call of calls) call.abort(cause);
  return upcoming.length + calls.length;
}
