import { isSameOwner, ownerOf, type Owner } from '../../contracts/owner.ts';
import { coreErrors } from '../../errors.ts';
import { printable } from '../../text/printable.ts';
import type { Runtime } from '../../runtime/runtime.ts';

/** Which calls are meant: those that fit all that is given. */
export interface CancelTarget {
  /** A host's id, which counts only together with the owner, or core's own, which is nobody else's. */
  readonly id?: string;
  readonly owner?: Owner;
}

/** Stops the calls that are meant, those of a batch whose turn has not come included, and returns how many there were. */
export function cancelCalls(runtime: Runtime, { id, owner }: CancelTarget, reason?: string): number {
  const cause = coreErrors.CANCELLED(
    reason === undefined ? {} : { message: `The call was cancelled: ${printable(reason)}` },
  );
  const isMeant = (callId: string | undefined, its: Owner): boolean =>
    (id === undefined || callId === id) && (owner === undefined || isSameOwner(its, owner));
  const upcoming = [...runtime.upcoming].filter((call) => !call.cancelled && isMeant(call.callId, call.owner));
  for (const call of upcoming) call.cancelled = AbortSignal.abort(reason);
  const calls = runtime.inFlight.toArray().filter((call) => call.callKey === id || isMeant(call.callId, ownerOf(call)));
  for (const call of calls) call.abort(cause);
  return upcoming.length + calls.length;
}
