import type { Hook } from '../register/hook.ts';
import type { Batches } from '../register/hook-index.ts';
import type { HookCall, HookHost } from './hook-call.ts';
import type { HookOutcome } from './hook-outcome.ts';
import { hooksRunning } from './hook-nesting.ts';
import { runHook } from './run-hook.ts';

/** A hook that ran, and its outcome. */
export interface HookRun {
  readonly hook: Hook;
  readonly outcome: HookOutcome;
}

/**
 * Runs batches of hooks in order, the hooks of one batch in parallel. After each batch, `onBatchDone` returns the call for
 * the next batch, or undefined to stop. It gets the outcomes in the order of registration.
 */
export async function runBatches(
  batches: Batches,
  first: HookCall,
  host: HookHost,
  onBatchDone: (runs: readonly HookRun[], call: HookCall) => HookCall | undefined,
): Promise<void> {
  let call: HookCall | undefined = first;
  for (const batch of batches) {
    const current: HookCall = call;
    const runs = await Promise.all(batch.map((hook) => runIfApplicable(hook, current, host)));
    call = onBatchDone(
      runs.filter((each) => each !== undefined),
      current,
    );
    if (call === undefined) return;
  }
}

/** Skips a hook for calls that it makes itself, and where its condition does not hold. A condition that fails counts as true. */
async function runIfApplicable(hook: Hook, call: HookCall, host: HookHost): Promise<HookRun | undefined> {
  if (hooksRunning().includes(hook)) return undefined;
  if (hook.successOnly && call.event.outcome?.ok === false) return undefined;
  const isApplicable = await Promise.resolve(hook.applies?.(call) ?? true).catch(() => true);
  return isApplicable ? { hook, outcome: await runHook(hook, call, host) } : undefined;
}
