import type { Clock } from '../contracts/tool-context.ts';

/** The promise's outcome, or a rejection when it takes longer. Only for what cannot be told to stop. */
export function within<T>(promise: Promise<T>, { clock, ms }: { clock: Clock; ms: number }): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(() => reject(new Error(`it took longer than ${ms} ms`)), ms);
    promise.finally(cancel).then(resolve, reject);
  });
}
