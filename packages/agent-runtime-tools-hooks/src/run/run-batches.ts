import type { Hook } from '../register/hook.ts';
import type { Batches } from '../register/hook-index.ts';
import type { HookCall, HookHost } from './hook-call.ts';
import type { HookOutcome } from './hook-outcome.ts';
import { hooksRunning } from './hook-nesting.ts';
import { runHook } from './run-hook.ts';

/** A hook that ran, with what it means. */
export interface Ran {
  readonly hook: Hook;
  readonly outcome: HookOutcome;
}

/**
 * Runs hooks in order, those of one batch side by side. `settle` hears each batch in the order of registration, says
 * with what call the next one goes on, or undefined to end here.
 */
export async function runBatches(
  batches: Batches,
  first: HookCall,
  host: HookHost,
  settle: (ran: readonly Ran[], call: HookCall) => HookCall | undefined,
): Promise<void> {
  let call: HookCall | undefined = first;
  for (const batch of batches) {
    const current: HookCall = call;
    const ran = await Promise.all(batch.map((hook) => runIfDue(hook, current, host)));
    call = settle(
      ran.filter((each) => each !== undefined),
      current,
    );
    if (call === undefined) return;
  }
}

/** A hook does not see the calls that it makes itself, and a condition that cannot be told holds. */
async function runIfDue(hook: Hook, call: HookCall, host: HookHost): Promise<Ran | undefined> {
  if (hooksRunning().includes(hook)) return undefined;
  if (hook.successOnly && call.event.outcome?.ok === false) return undefined;
  const due = await Promise.resolve(hook.applies?.(call) ?? true).catch(() => true);
  return due ? { hook, outcome: await runHook(hook, call, host) } : undefined;
}
