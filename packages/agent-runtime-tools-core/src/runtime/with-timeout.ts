import type { Clock } from '../contracts/tool-context.ts';

/** Rejects if the promise takes longer than `ms`. Only for work that cannot be cancelled. */
export function withTimeout<T>(promise: Promise<T>, { clock, ms }: { clock: Clock; ms: number }): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(() => reject(new Error(`it took longer than ${ms} ms`)), ms);
    promise.finally(cancel).then(resolve, reject);
  });
}
