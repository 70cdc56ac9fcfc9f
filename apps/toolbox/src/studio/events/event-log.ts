import type { StudioEvent } from '@ku0/studio/api';

interface Entry {
  readonly seq: number;
  readonly json: string;
}

/** Omit for each member of a union. */
type WithoutPlace<T> = T extends unknown ? Omit<T, 'seq' | 'time'> : never;

/** An event before it has a number. */
export type NewEvent = WithoutPlace<StudioEvent>;

/**
 * The latest events, as JSON. Readers have a position of their own and wait for what comes after it, so that a slow reader
 * costs no memory: it misses what is dropped meanwhile, and is told how much that was.
 */
export class EventLog {
  readonly #maxEvents: number;
  readonly #maxChars: number;
  /** A ring: the entry `seq` is at `seq % maxEvents`. */
  readonly #entries: (Entry | undefined)[];
  #first = 1;
  #last = 0;
  #chars = 0;
  #waiting: (() => void)[] = [];

  constructor({ maxEvents = 10_000, maxChars = 8 * 1024 * 1024 } = {}) {
    this.#maxEvents = maxEvents;
    this.#maxChars = maxChars;
    this.#entries = new Array<Entry | undefined>(maxEvents);
  }

  /** The number of the latest event; 0 if there is none. */
  get last(): number {
    return this.#last;
  }

  add(event: NewEvent, time: number): void {
    const seq = ++this.#last;
    const json = JSON.stringify({ seq, time, ...event });
    if (seq - this.#first >= this.#maxEvents) this.#drop();
    this.#entries[seq % this.#maxEvents] = { seq, json };
    this.#chars += json.length;
    while (this.#chars > this.#maxChars && this.#first < seq) this.#drop();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** The events after `seq`, at most as many as fit, and how many of them have been dropped. */
  after(seq: number, { maxEvents = 500, maxChars = 256 * 1024 } = {}): EventBatch {
    const from = Math.max(seq + 1, this.#first);
    const events: string[] = [];
    let chars = 0;
    let last = from - 1;
    while (last < this.#last && events.length < maxEvents && chars < maxChars) {
      const entry = this.#entries[++last % this.#maxEvents];
      if (entry === undefined) continue;
      events.push(entry.json);
      chars += entry.json.length;
    }
    return { events, last, lost: from - seq - 1 };
  }

  /** Resolves when there is an event after `seq`, the time is over, or the signal fires. */
  waitFor(seq: number, { signal, ms }: { readonly signal: AbortSignal; readonly ms: number }): Promise<void> {
    if (this.#last > seq || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#waiting = this.#waiting.filter((wake) => wake !== done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
      this.#waiting.push(done);
    });
  }

  #drop(): void {
    const at = this.#first++ % this.#maxEvents;
    this.#chars -= this.#entries[at]?.json.length ?? 0;
    this.#entries[at] = undefined;
  }
}

export interface EventBatch {
  /** As JSON. */
  readonly events: readonly string[];
  /** The position to go on from. */
  readonly last: number;
  readonly lost: number;
}
