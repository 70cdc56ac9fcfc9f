import type { Clock } from '../contracts/tool-context.ts';
import { systemClock } from './system-clock.ts';

/** Something that is told when its time is up, unless it has ended by then. */
export interface Expiring {
  readonly expiresAt: number;
  /** Whether it is still to be watched. */
  readonly running: boolean;
  expire(): void;
}

/**
 * One timer for all calls under way. Most calls end within the turn of the event loop they began in, so the timer
 * is set only for what is still there at the end of it; with nothing left it is cleared, and the process can exit.
 */
export class Deadlines {
  readonly #clock: Clock;
  readonly #underWay: () => Iterable<Expiring>;
  #watched = 0;
  /** The earliest deadline that came since the timer was set. */
  #soonest = Infinity;
  #armedFor = Infinity;
  #armingSoon = false;
  #disarm: (() => void) | undefined;

  /** `underWay` gives what may be watched; it is asked only when a deadline has passed. */
  constructor(clock: Clock, underWay: () => Iterable<Expiring>) {
    this.#clock = clock;
    this.#underWay = underWay;
  }

  /** Something begins to run that has until then. To be followed by one `ended`. */
  watch(expiresAt: number): void {
    this.#watched++;
    this.postponed(expiresAt);
  }

  /** Something that is watched already has until then, not until what was said before. */
  postponed(expiresAt: number): void {
    if (expiresAt >= this.#soonest || expiresAt >= this.#armedFor) return;
    this.#soonest = expiresAt;
    if (!this.#armingSoon) this.#armSoon();
  }

  ended(): void {
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
    // What is stopped may start something else at once: from here on, its deadline counts.
    this.#armedFor = this.#soonest = Infinity;
    // Timers may fire a fraction of a millisecond early.
    const now = this.#clock.now() + 1;
    let next = Infinity;
    for (const item of this.#underWay()) {
      if (!item.running) continue;
      if (item.expiresAt <= now) item.expire();
      else next = Math.min(next, item.expiresAt);
    }
    this.#arm(Math.min(next, this.#soonest, this.#armedFor));
  }
}
