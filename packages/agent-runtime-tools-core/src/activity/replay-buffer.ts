import type { AnyActivityEvent } from '../contracts/activity-event.ts';

/** The most recent events, bounded in number and in what they hold. */
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
    const large = chars > this.#maxChars / 8;
    const kept = large ? withoutPayload(event) : event;
    const size = large ? 0 : chars;
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
    for (let index = 0; index < this.#count; index++) {
      const event = this.#events[(this.#start + index) % this.#capacity];
      if (event !== undefined) events.push(event);
    }
    return events;
  }

  #dropOldest(): void {
    this.#chars -= this.#sizes[this.#start] ?? 0;
    this.#events[this.#start] = undefined;
    this.#start = this.#start + 1 === this.#capacity ? 0 : this.#start + 1;
    this.#count--;
  }
}

/** The event without what made it large: it still tells that something happened, and how it ended. */
function withoutPayload(event: AnyActivityEvent): AnyActivityEvent {
  switch (event.type) {
    case 'tool_call_start':
      return { ...event, data: { ...event.data, arguments: undefined } };
    case 'tool_call_end': {
      const { result: _, ...data } = event.data;
      return { ...event, data };
    }
    case 'tool_output_chunk':
      return { ...event, data: { ...event.data, chunk: '' } };
    default:
      return event;
  }
}
