import { AsyncLocalStorage } from 'node:async_hooks';
import type { Hook } from '../register/hook.ts';

/** The hooks within which the current code runs: a hook may call tools itself. */
const running = new AsyncLocalStorage<readonly Hook[]>();

/** Deep enough for a hook that uses a tool which has a hook; not for a circle. */
export const MAX_NESTING = 4;

/** Tells the programs that hooks start how deep they are, should one of them be a runtime like this. */
export const DEPTH_VARIABLE = 'TOOLBOX_HOOK_DEPTH';

export function hooksRunning(): readonly Hook[] {
  return running.getStore() ?? NONE;
}

export function withinHook<T>(hook: Hook, work: () => T): T {
  return running.run([...hooksRunning(), hook], work);
}

/** Hooks around this code, in this process and in the ones that started it. */
export function nestingDepth(): number {
  return hooksRunning().length + inherited;
}

const NONE: readonly Hook[] = [];
const inherited = Math.max(0, Math.trunc(Number(process.env[DEPTH_VARIABLE])) || 0);
