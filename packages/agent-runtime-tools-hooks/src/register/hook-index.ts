import type { ToolIdentity } from '@ku0/agent-runtime-tools-core';
import { dispatchesToRemoteTools } from '@ku0/agent-runtime-tools-rules';
import type { HookType } from '../config/hook-config.ts';
import type { Hook } from './hook.ts';

/** Batches run one after the other; the hooks of one batch run in parallel. */
export type Batches = readonly (readonly Hook[])[];

export type HookPlan = { readonly [T in HookType]: Batches };

/** The hooks for each tool, computed once per tool. */
export class HookIndex {
  readonly hooks: readonly Hook[];
  readonly #plans = new WeakMap<ToolIdentity, HookPlan | 'none'>();

  constructor(hooks: readonly Hook[]) {
    this.hooks = hooks;
  }

  /** Whether a hook may apply to some call of the tool. */
  mayApplyTo(tool: ToolIdentity): boolean {
    return dispatchesToRemoteTools(tool) ? this.hooks.length > 0 : this.planFor(tool) !== undefined;
  }

  /** Undefined when no hook applies to the tool. */
  planFor(tool: ToolIdentity): HookPlan | undefined {
    let plan = this.#plans.get(tool);
    if (plan === undefined) {
      plan = this.#plan(tool);
      this.#plans.set(tool, plan);
    }
    return plan === 'none' ? undefined : plan;
  }

  #plan(tool: ToolIdentity): HookPlan | 'none' {
    const matching = withoutDuplicates(this.hooks.filter((hook) => hook.match(tool).matches));
    if (matching.length === 0) return 'none';
    const of = (type: HookType): Batches => batches(matching.filter((hook) => hook.type === type));
    return { PreToolUse: of('PreToolUse'), PostToolUse: of('PostToolUse'), OnError: of('OnError') };
  }
}

/**
 * Of several hooks with the same handler and event, keeps the one with the longest timeout, so that a file cannot shorten
 * the time of another file's guard by repeating it.
 */
export function withoutDuplicates(hooks: readonly Hook[]): Hook[] {
  const chosen = new Map<string | Hook, Hook>();
  for (const hook of hooks) {
    const key = hook.identity === undefined ? hook : `${hook.type} ${hook.identity}`;
    const known = chosen.get(key);
    if (known === undefined || known.timeoutMs < hook.timeoutMs) chosen.set(key, hook);
  }
  return [...chosen.values()];
}

/** In order of registration; neighbouring parallel hooks share a batch. */
function batches(hooks: readonly Hook[]): Batches {
  const made: Hook[][] = [];
  let last: Hook | undefined;
  for (const hook of hooks) {
    if (hook.parallel && last?.parallel === true) made.at(-1)?.push(hook);
    else made.push([hook]);
    last = hook;
  }
  return made;
}
