import { lstatSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { SyncDiskReader } from '@ku0/agent-runtime-tools-workspace';

/** What the disk said to decisions that follow each other at once. */
export class Moment {
  readonly disk = new SyncDiskReader();
}

/**
 * Tells one moment from the next. What was looked up for one decision serves the next only if that one comes sooner
 * than anything in this thread could have changed a file in between: sooner than a single look at one takes. Other
 * programs change files whenever they like, so that a moment also ends by itself.
 */
export class Moments {
  readonly #clock: () => number;
  readonly #longestPauseMs: number;
  #current: Moment | undefined;
  #began = 0;
  #paused = 0;

  constructor(clock: () => number = realNow, longestPauseMs = pauseMs()) {
    this.#clock = clock;
    this.#longestPauseMs = longestPauseMs;
  }

  /** A decision begins. */
  begin(): Moment {
    const now = this.#clock();
    if (this.#current !== undefined && now - this.#paused < this.#longestPauseMs && now - this.#began < MAX_MS)
      return this.#current;
    this.#began = now;
    this.#current = new Moment();
    return this.#current;
  }

  /** A decision is made. */
  pause(): void {
    this.#paused = this.#clock();
  }
}

/** Less than any call takes that looks at a file here, let alone one that changes it. */
function pauseMs(): number {
  if (longestPauseMs === undefined) {
    longestPauseMs = MOST_PAUSE_MS;
    for (let look = 0; look < 20; look++) {
      const started = realNow();
      lstatSync('/');
      longestPauseMs = Math.min(longestPauseMs, (realNow() - started) * 0.75);
    }
  }
  return longestPauseMs;
}

/** Taken early: a clock that a host's tests put in its place later may stand still. */
const realNow = performance.now.bind(performance);

let longestPauseMs: number | undefined;
const MOST_PAUSE_MS = 0.001;
const MAX_MS = 50;
