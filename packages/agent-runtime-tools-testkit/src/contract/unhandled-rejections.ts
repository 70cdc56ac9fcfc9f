import { setImmediate as nextTurn } from 'node:timers/promises';

/** The reasons of the promises that were rejected unheard while the work was done. */
export async function unhandledRejections(work: () => Promise<void>): Promise<unknown[]> {
  const reasons: unknown[] = [];
  const listener = (reason: unknown): void => void reasons.push(reason);
  process.on('unhandledRejection', listener);
  try {
    await work();
    // Node reports them after the microtasks of a turn.
    await nextTurn();
    await nextTurn();
  } finally {
    process.off('unhandledRejection', listener);
  }
  return reasons;
}
