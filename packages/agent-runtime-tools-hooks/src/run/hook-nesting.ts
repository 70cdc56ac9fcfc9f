import { AsyncLocalStorage } from 'node:async_hooks';
import type { Hook } from '../register/hook.ts';

/** The hooks that the current code runs in: a hook may call tools itself. */
const running = new AsyncLocalStorage<readonly Hook[]>();

/** Allows a hook to call a tool that has hooks, and stops endless recursion. */
export const MAX_NESTING = 4;

/** Passes the nesting depth on to programs that hooks start, which may use this library themselves. */
export const DEPTH_VARIABLE = 'TOOLBOX_HOOK_DEPTH';

export function hooksRunning(): readonly Hook[] {
  return running.getStore() ?? NONE;
}

export function withinHook<T>(hook: Hook, work: () => T): T {
  return running.run([...hooksRunning(), hook], work);
}

/** How many hooks the current code runs in, including those of parent processes. */
export function nestingDepth(): number {
  return hooksRunning().length + inherited;
}

const NONE: readonly Hook[] = [];
const inherited = Math.max(0, Math.trunc(Number(process.env[DEPTH_VARIABLE])) || 0);
