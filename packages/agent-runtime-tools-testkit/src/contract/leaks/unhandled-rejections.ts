import { setImmediate as nextTurn } from 'node:timers/promises';

/** The reasons of unhandled rejections during some work. */
export async function unhandledRejections(work: () => Promise<void>): Promise<unknown[]> {
  const reasons: unknown[] = [];
  const listener = (reason: unknown): void => void reasons.push(reason);
  process.on('unhandledRejection', listener);
  try {
    await work();
    // Node reports them after the microtasks of the current turn.
    await nextTurn();
    await nextTurn();
  } finally {
    process.off('unhandledRejection', listener);
  }
  return reasons;
}
