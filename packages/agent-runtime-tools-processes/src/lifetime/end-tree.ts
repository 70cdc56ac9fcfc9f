import { printable } from '@ku0/agent-runtime-tools-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { platform } from '../platform/current-platform.ts';
import type { FoundProcess, RootProcess } from '../platform/platform.ts';
import { signalProcess } from '../platform/signal-group.ts';
import type { Survivor } from '../run-result.ts';

export interface EndTreeOptions {
  /** Sent first; SIGKILL follows after the grace period. */
  readonly signal: NodeJS.Signals;
  readonly graceMs: number;
  /** Whether the program itself has exited. */
  readonly hasExited: () => boolean;
  /** Also reports processes of the program's own group, not only those that left it. */
  readonly includeGroup: boolean;
}

/**
 * Ends a program, its process group and descendants that left the group: first with `signal`, after `graceMs` with SIGKILL,
 * which is repeated while new descendants appear. Resolves at most half a second after the grace period.
 */
export async function endTree(root: RootProcess, options: EndTreeOptions): Promise<readonly Survivor[]> {
  const seen = new Map<number, FoundProcess>();
  // Look before the first signal: once a parent is gone, its children can no longer be traced to it.
  let running = await findDescendants(root, seen);
  const isDone = async (): Promise<boolean> => {
    if (!options.hasExited()) return false;
    running = await findDescendants(root, seen);
    return running.length === 0;
  };
  signalAll(root, running, options.signal);
  if (await poll(isDone, options.graceMs)) return survivorsOf(seen, running, options.includeGroup);

  running = await findDescendants(root, seen);
  const kill = (): Promise<boolean> => {
    signalAll(root, running, 'SIGKILL');
    return isDone();
  };
  await poll(kill, FORCE_KILL_MS);
  return survivorsOf(seen, running, options.includeGroup);
}

const FORCE_KILL_MS = 400;

/** Ends processes that have the program's output open and were not found as descendants: SIGTERM, then SIGKILL. */
export async function endOutputHolders(root: RootProcess, wait: () => Promise<void>): Promise<readonly Survivor[]> {
  const seen = new Map<number, FoundProcess>();
  let running: readonly FoundProcess[] = [];
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGKILL'] as const) {
    running = platform.outputHolders(root);
    if (running.length === 0) break;
    for (const holder of running) {
      seen.set(holder.pid, holder);
      signalProcess(holder.pid, signal);
    }
    await wait();
  }
  if (running.length > 0) running = platform.outputHolders(root);
  return survivorsOf(seen, running, true);
}

/** The descendants that run now. All that were ever found are collected in `seen`. */
async function findDescendants(root: RootProcess, seen: Map<number, FoundProcess>): Promise<readonly FoundProcess[]> {
  const found = await platform.descendants(root);
  for (const descendant of found) {
    const before = seen.get(descendant.pid);
    const hasLeftGroup = before !== undefined && before.inGroup && !descendant.inGroup;
    if (descendant.pid !== root.pid && (before === undefined || hasLeftGroup)) seen.set(descendant.pid, descendant);
  }
  return found;
}

function signalAll(root: RootProcess, descendants: readonly FoundProcess[], signal: NodeJS.Signals): void {
  if (!root.groupGone) platform.signalTree(root.pid, signal);
  for (const { pid, inGroup } of descendants) if (!inGroup || root.groupGone) signalProcess(pid, signal);
}

/** Checks at once and then at growing intervals. */
async function poll(isDone: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  for (let step = 5; ; step = Math.min(step * 2, 50)) {
    if (await isDone()) return true;
    const remaining = end - performance.now();
    if (remaining <= 0) return false;
    await sleep(Math.min(step, remaining));
  }
}

function survivorsOf(
  seen: ReadonlyMap<number, FoundProcess>,
  running: readonly FoundProcess[],
  includeGroup: boolean,
): readonly Survivor[] {
  const runningPids = new Set(running.map(({ pid }) => pid));
  const survivors: Survivor[] = [];
  for (const { pid, command, inGroup } of seen.values()) {
    // A program can set its own title, with line breaks and escape sequences in it.
    if (includeGroup || !inGroup || runningPids.has(pid))
      survivors.push({ pid, command: printable(command), ended: !runningPids.has(pid) });
  }
  return survivors;
}
