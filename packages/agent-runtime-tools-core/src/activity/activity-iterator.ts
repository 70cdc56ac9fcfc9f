import type { AnyActivityEvent } from '../contracts/activity-event.ts';

export interface IterateOptions {
  readonly filter?: (event: AnyActivityEvent) => boolean;
  /** How many events may wait for the reader. Default 1,024. */
  readonly buffer?: number;
  /** How much text they may hold together. Default 16 Mi characters. */
  readonly bufferChars?: number;
  /** Begin with the recent events that are kept. */
  readonly replay?: boolean;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
}

/** Events for a reader that takes them at its own pace. */
export class ActivityIterator implements AsyncIterableIterator<AnyActivityEvent> {
  /** Events that were dropped because the reader was too slow. */
  dropped = 0;
  readonly #filter: (event: AnyActivityEvent) => boolean;
  readonly #capacity: number;
  readonly #maxChars: number;
  readonly #release: () => void;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = (): void => this.end();
  #waitingEvents: { event: AnyActivityEvent; chars: number }[] = [];
  #waitingChars = 0;
  #readers: ((step: IteratorResult<AnyActivityEvent>) => void)[] = [];
  #ended = false;

  constructor(options: IterateOptions, release: () => void) {
    this.#filter = options.filter ?? (() => true);
    this.#capacity = Math.max(1, options.buffer ?? 1024);
    this.#maxChars = options.bufferChars ?? 16 * 1024 * 1024;
    this.#release = release;
    this.#signal = options.signal;
    if (this.#signal?.aborted) queueMicrotask(this.#onAbort);
    else this.#signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** `chars` is about how much the event holds. */
  offer(event: AnyActivityEvent, chars = 0): void {
    if (this.#ended || !this.#filter(event)) return;
    const reader = this.#readers.shift();
    if (reader !== undefined) return reader({ done: false, value: event });
    this.#waitingEvents.push({ event, chars });
    this.#waitingChars += chars;
    while (this.#isOverfull()) {
      this.#take();
      this.dropped++;
    }
    return undefined;
  }

  /** No more events after those that wait. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#release();
    for (const reader of this.#readers) reader({ done: true, value: undefined });
    this.#readers = [];
  }

  next(): Promise<IteratorResult<AnyActivityEvent>> {
    const event = this.#take();
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => this.#readers.push(resolve));
  }

  return(): Promise<IteratorResult<AnyActivityEvent>> {
    this.#waitingEvents = [];
    this.#waitingChars = 0;
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The newest event is always kept. */
  #isOverfull(): boolean {
    const { length } = this.#waitingEvents;
    return length > this.#capacity || (length > 1 && this.#waitingChars > this.#maxChars);
  }

  #take(): AnyActivityEvent | undefined {
    const oldest = this.#waitingEvents.shift();
    this.#waitingChars -= oldest?.chars ?? 0;
    return oldest?.event;
  }
}
