import { refuse, workspaceErrors } from '../errors.ts';

/** Waiting lines by key, first come first served, inside this process. */
export class KeyedMutex {
  readonly #tails = new Map<string, Promise<void>>();

  /** Gives the function that lets the next one in. Fails with LOCKED after `timeoutMs`, or when cancelled. */
  async acquire(
    key: string,
    { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
  ): Promise<() => void> {
    const before = this.#tails.get(key);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const tail = before === undefined ? held : before.then(() => held);
    this.#tails.set(key, tail);
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    if (before === undefined || (await settled(before, timeoutMs, signal))) return release;
    release();
    if (signal?.aborted === true) refuse(workspaceErrors.CANCELLED());
    return refuse(workspaceErrors.LOCKED());
  }
}

/** False when the time is over or the signal fires first. */
function settled(promise: Promise<void>, timeoutMs: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (value: boolean): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve(value);
    };
    const stop = (): void => end(false);
    const timer = setTimeout(stop, timeoutMs);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted === true) stop();
    void promise.then(() => end(true));
  });
}
