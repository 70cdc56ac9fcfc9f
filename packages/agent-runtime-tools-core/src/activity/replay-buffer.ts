import type { AnyActivityEvent } from '../contracts/activity-event.ts';

/** A ring buffer of the most recent events, bounded in number and in total size. */
export class ReplayBuffer {
  readonly #capacity: number;
  readonly #maxChars: number;
  readonly #events: (AnyActivityEvent | undefined)[];
  readonly #sizes: number[];
  #start = 0;
  #count = 0;
  #chars = 0;

  constructor(capacity: number, maxChars: number) {
    this.#capacity = capacity;
    this.#maxChars = maxChars;
    this.#events = new Array<undefined>(capacity).fill(undefined);
    this.#sizes = new Array<number>(capacity).fill(0);
  }

  add(event: AnyActivityEvent, chars: number): void {
    if (this.#capacity === 0) return;
    const isLarge = chars > this.#maxChars / 8;
    const kept = isLarge ? withoutPayload(event) : event;
    if (kept === undefined) return;
    const size = isLarge ? 0 : chars;
    while (this.#count === this.#capacity || (this.#count > 0 && this.#chars + size > this.#maxChars))
      this.#dropOldest();
    let slot = this.#start + this.#count;
    if (slot >= this.#capacity) slot -= this.#capacity;
    this.#events[slot] = kept;
    this.#sizes[slot] = size;
    this.#count++;
    this.#chars += size;
  }

  toArray(): AnyActivityEvent[] {
    const events: AnyActivityEvent[] = [];
    this.forEach((event) => events.push(event));
    return events;
  }

  /** Visits the events, oldest first, with their sizes. Events that are added meanwhile are not visited. */
  forEach(visit: (event: AnyActivityEvent, chars: number) => void): void {
    const slots = Array.from({ length: this.#count }, (_, index) => (this.#start + index) % this.#capacity);
    const kept = slots.map((slot) => ({ event: this.#events[slot], chars: this.#sizes[slot] ?? 0 }));
    for (const { event, chars } of kept) if (event !== undefined) visit(event, chars);
  }

  #dropOldest(): void {
    this.#chars -= this.#sizes[this.#start] ?? 0;
    this.#events[this.#start] = undefined;
    this.#start = this.#start + 1 === this.#capacity ? 0 : this.#start + 1;
    this.#count--;
  }
}

const MAX_MESSAGE = 1000;

/** The event without its large members. It still shows that something happened, and how it ended. */
function withoutPayload(event: AnyActivityEvent): AnyActivityEvent | undefined {
  switch (event.type) {
    case 'tool_call_start':
      return { ...event, data: { ...event.data, arguments: undefined, sent: undefined } };
    case 'tool_call_end': {
      const { result: _, ...data } = event.data;
      return { ...event, data };
    }
    case 'tool_output_chunk':
      return { ...event, data: { ...event.data, chunk: '' } };
    case 'tool_progress': {
      const { message: _, ...data } = event.data;
      return { ...event, data };
    }
    case 'error': {
      const { details: _, ...error } = event.data.error;
      return { ...event, data: { ...event.data, error: { ...error, message: error.message.slice(0, MAX_MESSAGE) } } };
    }
    // Core does not know which members of other packages' events could be left out.
    default:
      return undefined;
  }
}
