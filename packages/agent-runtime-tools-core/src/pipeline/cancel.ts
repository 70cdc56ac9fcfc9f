import { coreErrors } from '../errors.ts';
import { printable } from '../text/printable.ts';
import type { Call } from './call.ts';
import type { Runtime } from './runtime.ts';

/** Stops the calls that match and returns how many there were. */
export function cancelCalls(runtime: Runtime, matches: (call: Call) => boolean, reason?: string): number {
  const cause = coreErrors.CANCELLED(
    reason === undefined ? {} : { message: `The call was cancelled: ${printable(reason)}` },
  );
  const calls = runtime.inFlight.toArray().filter(matches);
  for (const call of calls) call.abort(cause);
  return calls.length;
}
