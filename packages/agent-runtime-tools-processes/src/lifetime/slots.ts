import type { Owner } from '@ku0/agent-runtime-tools-core';
import { FairQueue } from './fair-queue.ts';

/** How many may be in at a time, and how many may wait. */
export interface SlotsOptions {
  readonly most: number;
  readonly mostWaiting: number;
  /** How many more files may be opened now. */
  readonly freeDescriptors: () => number;
}

export interface SlotRequest {
  readonly owner: Owner;
  readonly signal?: AbortSignal | undefined;
  /** How long it may wait in line. */
  readonly waitMs: number;
}

/** 'cancelled' when the signal fires first, 'timed-out' when the wait was too long, 'full' when the line is. */
export type SlotAnswer = 'taken' | 'cancelled' | 'timed-out' | 'full';

/** Lets so many in at a time; the others wait in line, and principals, then their tasks, are served by turns. */
export class Slots {
  readonly #options: SlotsOptions;
  readonly #line = new FairQueue<() => void>();
  #limit: number;
  #taken = 0;
  #unused = 0;

  constructor(options: SlotsOptions) {
    this.#options = options;
    this.#limit = options.most;
  }

  take({ owner, signal, waitMs }: SlotRequest): Promise<SlotAnswer> | 'taken' {
    if (signal?.aborted) return Promise.resolve('cancelled');
    if (this.#line.size === 0 && this.#hasRoom()) {
      this.#enter();
      return 'taken';
    }
    if (this.#line.size >= this.#options.mostWaiting) return Promise.resolve('full');
    return new Promise((resolve) => {
      const settle = (answer: SlotAnswer): void => {
        signal?.removeEventListener('abort', onAbort);
        clearTimeout(timer);
        resolve(answer);
      };
      const leave = (answer: SlotAnswer): void => {
        this.#line.remove(enter);
        settle(answer);
      };
      const enter = (): void => settle('taken');
      const onAbort = (): void => leave('cancelled');
      const timer = waitMs < LONGEST_TIMER ? setTimeout(() => leave('timed-out'), Math.max(0, waitMs)) : undefined;
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#line.add(enter, owner);
    });
  }

  /** Whoever took a slot now has opened its files, or will not. */
  use(): void {
    this.#unused -= 1;
  }

  give(): void {
    this.#taken -= 1;
    if (this.#taken === 0) this.#limit = this.#options.most;
    while (this.#line.size > 0 && this.#hasRoom()) {
      this.#enter();
      this.#line.shift()?.();
    }
  }

  /**
   * The system is out of what a program needs: fewer at a time until all have ended. False when the caller is the
   * only one, so that waiting would not help.
   */
  shrink(): boolean {
    if (this.#taken <= 1) return false;
    this.#limit = Math.max(1, Math.min(this.#limit, this.#taken - 1));
    return true;
  }

  #enter(): void {
    this.#taken += 1;
    this.#unused += 1;
  }

  /** Running out of files is foreseen, for it makes Node lose some of them; a few programs always find room. */
  #hasRoom(): boolean {
    if (this.#taken >= this.#limit) return false;
    if (this.#taken === 0 || this.#taken % STEP !== 0) return true;
    if (this.#options.freeDescriptors() >= (STEP + this.#unused) * FILES_PER_PROGRAM + SPARE_FILES) return true;
    this.#limit = this.#taken;
    return false;
  }
}

const LONGEST_TIMER = 2 ** 31;
const STEP = 8;
const FILES_PER_PROGRAM = 3;
const SPARE_FILES = 16;
