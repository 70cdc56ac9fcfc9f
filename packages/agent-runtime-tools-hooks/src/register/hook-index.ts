import type { ToolIdentity } from '@ku0/agent-runtime-tools-core';
import type { HookType } from '../config/hook-config.ts';
import type { Hook } from './hook.ts';

/** Hooks that run one batch after the other; those of one batch run at the same time. */
export type Batches = readonly (readonly Hook[])[];

export type HookPlan = { readonly [T in HookType]: Batches };

/** What runs for which tool, worked out once per tool. */
export class HookIndex {
  readonly hooks: readonly Hook[];
  readonly #plans = new WeakMap<ToolIdentity, HookPlan | 'none'>();

  constructor(hooks: readonly Hook[]) {
    this.hooks = hooks;
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
    const matching = withoutTwins(this.hooks.filter((hook) => hook.match(tool).matches));
    if (matching.length === 0) return 'none';
    const of = (type: HookType): Batches => batches(matching.filter((hook) => hook.type === type));
    return { PreToolUse: of('PreToolUse'), PostToolUse: of('PostToolUse'), OnError: of('OnError') };
  }
}

/**
 * Of hooks that are the same handler for the same event, the one with the most time: a file that repeats another's
 * guard must not give it too little.
 */
export function withoutTwins(hooks: readonly Hook[]): Hook[] {
  const chosen = new Map<string | Hook, Hook>();
  for (const hook of hooks) {
    const key = hook.identity === undefined ? hook : `${hook.type} ${hook.identity}`;
    const twin = chosen.get(key);
    if (twin === undefined || twin.timeoutMs < hook.timeoutMs) chosen.set(key, hook);
  }
  return [...chosen.values()];
}

/** In order of registration; neighbours that are independent of each other share a batch. */
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
