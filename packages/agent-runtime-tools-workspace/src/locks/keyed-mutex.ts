import { refuse, workspaceErrors } from '../errors.ts';

/** One mutex per key inside this process, first come first served. */
export class KeyedMutex {
  readonly #tails = new Map<string, Promise<void>>();

  /** Returns the function that releases the mutex. Fails with LOCKED after `timeoutMs`, or with CANCELLED. */
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
    if (before === undefined || (await endsInTime(before, timeoutMs, signal))) return release;
    release();
    if (signal?.aborted === true) refuse(workspaceErrors.CANCELLED());
    return refuse(workspaceErrors.LOCKED());
  }
}

/** False if the timeout or the signal comes first. */
function endsInTime(promise: Promise<void>, timeoutMs: number, signal: AbortSignal | undefined): Promise<boolean> {
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
