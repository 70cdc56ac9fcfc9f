const waiting: (() => void)[] = [];
let isTaken = false;

/**
 * Waits until no other program is being started, then starts one. A start blocks the thread for a millisecond or more, on
 * a busy machine for many. When several wait, the thread has twice that time for other work before the next one.
 */
export async function startInTurn<T>(start: () => T): Promise<T> {
  if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
  isTaken = true;
  const startedAt = performance.now();
  try {
    return start();
  } finally {
    const pauseMs = Math.min(2 * (performance.now() - startedAt), LONGEST_PAUSE_MS);
    setImmediate(() => {
      if (waiting.length === 0) isTaken = false;
      else setTimeout(() => waiting.shift()?.(), pauseMs);
    });
  }
}

const LONGEST_PAUSE_MS = 200;
