import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls the listener whenever a version differs from the last one: for files, which announce nothing. A version that cannot be
 * read counts as changed once it can be read again. Resolves to a function that ends it.
 */
export async function pollForChanges(
  version: () => Promise<unknown>,
  listener: () => void,
): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const { signal } = stop;
  let last = await version().catch(() => undefined);
  const poll = async (): Promise<void> => {
    while (!signal.aborted) {
      await sleep(POLL_MS, undefined, { signal, ref: false });
      const current = await version().catch(() => undefined);
      if (current !== last && current !== undefined) listener();
      last = current;
    }
  };
  // The sleep rejects when it is stopped.
  const polling = poll().catch(() => undefined);
  return async () => {
    stop.abort();
    await polling;
  };
}

const POLL_MS = 200;
