import { checkSignal } from '../errors.ts';

/**
 * Does the work on every item, some at a time. After a failure, or once the signal fired, nothing new is begun; the
 * failure is thrown when all is quiet.
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

/** Enough that the disk settles several flushes at once, few enough that open files are no concern. */
const WORKERS = 16;
