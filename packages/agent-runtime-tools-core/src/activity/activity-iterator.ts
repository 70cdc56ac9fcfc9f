import type { AnyActivityEvent } from '../contracts/activity-event.ts';

export interface IterateOptions {
  readonly filter?: (event: AnyActivityEvent) => boolean;
  /** How many events are kept until the reader takes them. Default 1,024. */
  readonly buffer?: number;
  /** How many characters they may hold together. Default 16 Mi. */
  readonly bufferChars?: number;
  /** Start with the recent events that the stream has kept. */
  readonly replay?: boolean;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
}

/** Iterates over events for a reader that takes them at its own pace. */
export class ActivityIterator implements AsyncIterableIterator<AnyActivityEvent> {
  /** Events that were dropped because the reader was too slow. */
  dropped = 0;
  readonly #filter: (event: AnyActivityEvent) => boolean;
  readonly #capacity: number;
  readonly #maxChars: number;
  readonly #onEnd: () => void;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = (): void => this.end();
  #waitingEvents: { event: AnyActivityEvent; chars: number }[] = [];
  #waitingChars = 0;
  #readers: ((step: IteratorResult<AnyActivityEvent>) => void)[] = [];
  #ended = false;

  constructor(options: IterateOptions, onEnd: () => void) {
    this.#filter = options.filter ?? (() => true);
    this.#capacity = Math.max(1, options.buffer ?? 1024);
    this.#maxChars = options.bufferChars ?? 16 * 1024 * 1024;
    this.#onEnd = onEnd;
    this.#signal = options.signal;
    if (this.#signal?.aborted) queueMicrotask(this.#onAbort);
    else this.#signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Adds an event. `chars` is its approximate size. */
  push(event: AnyActivityEvent, chars = 0): void {
    if (this.#ended || !this.#filter(event)) return;
    const reader = this.#readers.shift();
    if (reader !== undefined) return reader({ done: false, value: event });
    this.#waitingEvents.push({ event, chars });
    this.#waitingChars += chars;
    while (this.#isOverfull()) {
      this.#shift();
      this.dropped++;
    }
    return undefined;
  }

  /** Accepts no more events. The reader still gets those that are waiting. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#onEnd();
    for (const reader of this.#readers) reader({ done: true, value: undefined });
    this.#readers = [];
  }

  next(): Promise<IteratorResult<AnyActivityEvent>> {
    const event = this.#shift();
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

  #shift(): AnyActivityEvent | undefined {
    const oldest = this.#waitingEvents.shift();
    this.#waitingChars -= oldest?.chars ?? 0;
    return oldest?.event;
  }
}
