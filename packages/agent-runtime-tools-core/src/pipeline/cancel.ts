import { coreErrors } from '../errors.ts';
import { printable } from '../text/printable.ts';
import type { Runtime } from './runtime.ts';

/** Stops the calls that match, those of a batch whose turn has not come included, and returns how many there were. */
export function cancelCalls(
  runtime: Runtime,
  matches: (call: { readonly callId: string | undefined; readonly taskId: string }) => boolean,
  reason?: string,
): number {
  const cause = coreErrors.CANCELLED(
    reason === undefined ? {} : { message: `The call was cancelled: ${printable(reason)}` },
  );
  const upcoming = [...runtime.upcoming].filter((call) => call.cancelled === undefined && matches(call));
  for (const call of upcoming) call.cancelled = AbortSignal.abort(reason);
  const calls = runtime.inFlight.toArray().filter(matches);
  for (const call of calls) call.abort(cause);
  return upcoming.length + calls.length;
}
