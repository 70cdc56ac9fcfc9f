import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { hookErrors } from '../errors.ts';
import type { Batches } from '../register/hook-index.ts';
import type { CallOutcome, HookCall, HookHost } from './hook-call.ts';
import { runBatches, type HookRun } from './run-batches.ts';

/** The merged outcome of the hooks that run after a tool. */
export interface AfterHooksOutcome {
  readonly contexts: readonly string[];
  readonly warnings: readonly string[];
  /** Replaces the tool's value. */
  readonly output?: { readonly value: unknown };
  /** Set when the result is withheld. */
  readonly error?: ToolError;
  readonly stop?: string;
}

/** Runs PostToolUse or OnError hooks. Each sees the value that the ones before it returned. */
export async function runAfterHooks(batches: Batches, call: HookCall, host: HookHost): Promise<AfterHooksOutcome> {
  const contexts: string[] = [];
  const warnings: string[] = [];
  let output: { readonly value: unknown } | undefined;
  let end: Pick<AfterHooksOutcome, 'error' | 'stop'> = {};
  await runBatches(batches, call, host, (ran, current) => {
    for (const each of ran) {
      const { hook, outcome } = each;
      if (outcome.context !== undefined) contexts.push(outcome.context);
      if (outcome.notice !== undefined) warnings.push(outcome.notice);
      if (outcome.failure !== undefined) warnings.push(`Hook "${hook.name}" failed: ${outcome.failure}`);
      if (outcome.decision === 'deny' && outcome.stop === undefined && outcome.reason !== undefined)
        contexts.push(`Hook "${hook.name}" objects: ${outcome.reason}`);
      if (outcome.output !== undefined) output = outcome.output;
      end = endedBy(each) ?? end;
    }
    if (end.error !== undefined || end.stop !== undefined) return undefined;
    return output === undefined ? current : withOutcome(current, { ok: true, value: output.value });
  });
  return { contexts, warnings, ...(output !== undefined && { output }), ...end };
}

function withOutcome(call: HookCall, outcome: CallOutcome): HookCall {
  return call.event.outcome?.ok === true ? { ...call, event: { ...call.event, outcome } } : call;
}

function endedBy({ hook, outcome }: HookRun): Pick<AfterHooksOutcome, 'error' | 'stop'> | undefined {
  const details = { hook: hook.name };
  if (outcome.stop !== undefined) {
    const message = `The tool ran; then the hook "${hook.name}" stopped the work: ${outcome.stop}`;
    return { stop: outcome.stop, error: hookErrors.HOOK_STOPPED({ message, details }) };
  }
  if (outcome.failure === undefined || !hook.failsClosed) return undefined;
  const message = `The tool ran; then the hook "${hook.name}" failed, so its result is withheld: ${outcome.failure}`;
  return { error: hookErrors.HOOK_STOPPED({ message, details: { ...details, why: 'failed' } }) };
}
