import { printable } from '@ku0/agent-runtime-tools-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { platform } from '../platform/current-platform.ts';
import type { FoundProcess, Root } from '../platform/platform.ts';
import { signalProcess } from '../platform/signal-group.ts';
import type { Survivor } from '../run-result.ts';

export interface EndTreeOptions {
  /** The polite signal. */
  readonly signal: NodeJS.Signals;
  readonly graceMs: number;
  /** Whether the program itself has been seen to end. */
  readonly hasExited: () => boolean;
  /** Processes of the program's own group are reported too, not only those that had left it. */
  readonly reportGroup: boolean;
}

/**
 * Ends a program, its group and whatever left the group: politely, then after the grace by force, and again as long
 * as new ones appear. Resolves within the grace and half a second, whatever they do.
 */
export async function endTree(root: Root, options: EndTreeOptions): Promise<readonly Survivor[]> {
  const seen = new Map<number, FoundProcess>();
  // Before the first signal: a parent that ends takes the trace to its children with it.
  let left = await look(root, seen);
  const isOver = async (): Promise<boolean> => {
    if (!options.hasExited()) return false;
    left = await look(root, seen);
    return left.length === 0;
  };
  signalAll(root, left, options.signal);
  if (await poll(isOver, options.graceMs)) return survivorsOf(seen, left, options.reportGroup);

  left = await look(root, seen);
  const byForce = (): Promise<boolean> => {
    signalAll(root, left, 'SIGKILL');
    return isOver();
  };
  await poll(byForce, FORCE_MS);
  return survivorsOf(seen, left, options.reportGroup);
}

const FORCE_MS = 400;

/** Ends whoever has a program's output open and could not be found otherwise: politely, then by force. */
export async function endHolders(root: Root, wait: () => Promise<void>): Promise<readonly Survivor[]> {
  const seen = new Map<number, FoundProcess>();
  let left: readonly FoundProcess[] = [];
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGKILL'] as const) {
    left = platform.holders(root);
    if (left.length === 0) break;
    for (const one of left) {
      seen.set(one.pid, one);
      signalProcess(one.pid, signal);
    }
    await wait();
  }
  if (left.length > 0) left = platform.holders(root);
  return survivorsOf(seen, left, true);
}

/** What is left now; everything ever found is kept in `seen`. */
async function look(root: Root, seen: Map<number, FoundProcess>): Promise<readonly FoundProcess[]> {
  const found = await platform.descendants(root);
  for (const one of found) {
    const before = seen.get(one.pid);
    // One that has left the group since then is one that left it.
    if (one.pid !== root.pid && (before === undefined || (before.inGroup && !one.inGroup))) seen.set(one.pid, one);
  }
  return found;
}

function signalAll(root: Root, left: readonly FoundProcess[], signal: NodeJS.Signals): void {
  if (!root.groupGone) platform.signalTree(root.pid, signal);
  for (const { pid, inGroup } of left) if (!inGroup || root.groupGone) signalProcess(pid, signal);
}

/** Asks in growing steps, first at once. */
async function poll(isDone: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  for (let step = 5; ; step = Math.min(step * 2, 50)) {
    if (await isDone()) return true;
    const left = end - performance.now();
    if (left <= 0) return false;
    await sleep(Math.min(step, left));
  }
}

function survivorsOf(
  seen: ReadonlyMap<number, FoundProcess>,
  left: readonly FoundProcess[],
  reportGroup: boolean,
): readonly Survivor[] {
  const still = new Set(left.map(({ pid }) => pid));
  const survivors: Survivor[] = [];
  for (const { pid, command, inGroup } of seen.values()) {
    // A program gives itself what name it likes, also one with line breaks and escape sequences.
    if (reportGroup || !inGroup || still.has(pid))
      survivors.push({ pid, command: printable(command), ended: !still.has(pid) });
  }
  return survivors;
}
