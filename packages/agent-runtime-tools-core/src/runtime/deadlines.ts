import type { Clock } from '../contracts/tool-context.ts';
import { systemClock } from './system-clock.ts';

/** Something that has to be stopped at a certain time, unless it has ended by then. */
export interface HasDeadline {
  readonly expiresAt: number;
  /** False once it has ended and need not be watched. */
  readonly isWatched: boolean;
  expire(): void;
}

/**
 * One timer for the deadlines of all calls. Most calls end in the same turn of the event loop, so the timer is set only
 * at the end of that turn. It is cleared when nothing is watched, so that the process can exit.
 */
export class Deadlines {
  readonly #clock: Clock;
  readonly #inFlight: () => Iterable<HasDeadline>;
  #watched = 0;
  /** The earliest deadline that was added since the timer was set. */
  #soonest = Infinity;
  #armedFor = Infinity;
  #armingSoon = false;
  #disarm: (() => void) | undefined;

  /** `inFlight` returns everything that may be watched; it is called only when a deadline has passed. */
  constructor(clock: Clock, inFlight: () => Iterable<HasDeadline>) {
    this.#clock = clock;
    this.#inFlight = inFlight;
  }

  /** Watches something that has begun to run. Must be followed by one `unwatch`. */
  watch(expiresAt: number): void {
    this.#watched++;
    this.reschedule(expiresAt);
  }

  /** The deadline of something that is already watched has changed. */
  reschedule(expiresAt: number): void {
    if (expiresAt >= this.#soonest || expiresAt >= this.#armedFor) return;
    this.#soonest = expiresAt;
    if (!this.#armingSoon) this.#armSoon();
  }

  unwatch(): void {
    if (--this.#watched > 0) return;
    this.#soonest = Infinity;
    if (this.#disarm !== undefined) this.#arm(Infinity);
  }

  #armSoon(): void {
    if (this.#clock !== systemClock) return this.#arm(this.#soonest);
    this.#armingSoon = true;
    setImmediate(() => {
      this.#armingSoon = false;
      if (this.#soonest < this.#armedFor) this.#arm(this.#soonest);
    });
    return undefined;
  }

  #arm(at: number): void {
    this.#disarm?.();
    this.#armedFor = at;
    this.#soonest = Infinity;
    this.#disarm = at === Infinity ? undefined : this.#clock.schedule(() => this.#fire(), at - this.#clock.now());
  }

  #fire(): void {
    this.#disarm = undefined;
    // Stopping a call may start another one at once: reset first, so that its deadline is noted.
    this.#armedFor = this.#soonest = Infinity;
    // Timers may fire a fraction of a millisecond early.
    const now = this.#clock.now() + 1;
    let next = Infinity;
    for (const item of this.#inFlight()) {
      if (!item.isWatched) continue;
      if (item.expiresAt <= now) item.expire();
      else next = Math.min(next, item.expiresAt);
    }
    this.#arm(Math.min(next, this.#soonest, this.#armedFor));
  }
}
