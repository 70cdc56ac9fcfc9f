import type { AnyActivityEvent } from '../contracts/activity-event.ts';

/** The most recent events, bounded in number and in what they hold. */
export class ReplayBuffer {
  readonly #capacity: number;
  readonly #maxChars: number;
  readonly #slots: ({ event: AnyActivityEvent; chars: number } | undefined)[] = [];
  #start = 0;
  #count = 0;
  #chars = 0;

  constructor(capacity: number, maxChars: number) {
    this.#capacity = capacity;
    this.#maxChars = maxChars;
  }

  add(event: AnyActivityEvent, chars: number): void {
    if (this.#capacity === 0) return;
    const large = chars > this.#maxChars / 8;
    const kept = large ? withoutPayload(event) : event;
    const size = large ? 0 : chars;
    while (this.#count === this.#capacity || (this.#count > 0 && this.#chars + size > this.#maxChars)) this.#dropOldest();
    this.#slots[(this.#start + this.#count) % this.#capacity] = { event: kept, chars: size };
    this.#count++;
    this.#chars += size;
  }

  toArray(): AnyActivityEvent[] {
    const events: AnyActivityEvent[] = [];
    for (let index = 0; index < this.#count; index++) {
      const slot = this.#slots[(this.#start + index) % this.#capacity];
      if (slot !== undefined) events.push(slot.event);
    }
    return events;
  }

  #dropOldest(): void {
    this.#chars -= this.#slots[this.#start]?.chars ?? 0;
    this.#slots[this.#start] = undefined;
    this.#start = (this.#start + 1) % this.#capacity;
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
