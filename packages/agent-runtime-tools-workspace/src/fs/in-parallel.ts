import { checkSignal } from '../errors.ts';

/**
 * Runs the work on every item, 16 at a time. After a failure or an abort no further item is started; the failure is thrown
 * when the running ones have ended.
 */
export async function inParallel<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const failures: unknown[] = [];
  const queue = [...items];
  const waiting = queue.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      try {
        checkSignal(signal);
        await work(item);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(WORKERS, queue.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

/** Enough for the disk to combine flushes, and few enough for the limit of open files. */
const WORKERS = 16;
