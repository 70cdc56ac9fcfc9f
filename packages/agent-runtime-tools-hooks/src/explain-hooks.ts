import type { ToolIdentity } from '@ku0/agent-runtime-tools-core';
import type { HookType } from './config/hook-config.ts';
import { withoutDuplicates } from './register/hook-index.ts';
import type { Hook } from './register/hook.ts';

/** Whether one hook would run for a tool, and why. */
export interface HookExplanation {
  readonly hook: string;
  readonly type: HookType;
  /** 'configuration', or the file it comes from. */
  readonly source: string;
  /** What it runs. */
  readonly action: string;
  readonly runs: boolean;
  readonly why: string;
  readonly timeoutMs: number;
  /** Whether the call goes on when the hook fails. */
  readonly onFailure: 'block' | 'continue';
}

/** For every hook in order, whether it would run for a tool. A condition on the call itself is named in `why`. */
export function explainHooks(
  hooks: { explain(tool: ToolIdentity): readonly HookExplanation[] },
  tool: ToolIdentity,
): readonly HookExplanation[] {
  return hooks.explain(tool);
}

export function explanations(all: readonly Hook[], tool: ToolIdentity): HookExplanation[] {
  const matching = all.filter((hook) => hook.match(tool).matches);
  const running = new Set(withoutDuplicates(matching));
  return all.map((hook) => {
    const { matches, why } = hook.match(tool);
    const runs = running.has(hook);
    return {
      hook: hook.name,
      type: hook.type,
      source: hook.source,
      action: hook.transport.describe,
      runs,
      why: matches && !runs ? 'the same handler is already there and runs once' : why,
      timeoutMs: hook.timeoutMs,
      onFailure: hook.failsClosed ? 'block' : 'continue',
    };
  });
}
