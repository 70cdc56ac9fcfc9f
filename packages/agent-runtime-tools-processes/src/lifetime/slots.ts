import { FairSemaphore } from '@ku0/agent-runtime-tools-core';
import type { Owner } from '@ku0/agent-runtime-tools-core';

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

/**
 * Lets so many in at a time. Places are given out by turns between principals, then tasks; whoever has a place may
 * still have to wait until the system has files for another program.
 */
export class Slots {
  readonly #options: SlotsOptions;
  readonly #places: FairSemaphore;
  /** Those with a place, in the order they got it. */
  readonly #withoutFiles = new Set<() => void>();
  #limit: number;
  #taken = 0;
  #unused = 0;

  constructor(options: SlotsOptions) {
    this.#options = options;
    this.#limit = options.most;
    this.#places = new FairSemaphore({ limit: Math.max(1, options.most), maxQueue: options.mostWaiting });
  }

  take(request: SlotRequest): Promise<SlotAnswer> | 'taken' {
    const { signal, owner } = request;
    if (signal?.aborted) return Promise.resolve('cancelled');
    const hasPlace = this.#places.tryTake(owner.principalId);
    if (hasPlace && this.#withoutFiles.size === 0 && this.#hasRoom()) {
      this.#enter();
      return 'taken';
    }
    if (this.#places.queued + this.#withoutFiles.size < this.#options.mostWaiting) return this.#wait(request, hasPlace);
    if (hasPlace) this.#places.release(owner.principalId);
    return Promise.resolve('full');
  }

  /** Whoever took a slot now has opened its files, or will not. */
  use(): void {
    this.#unused -= 1;
  }

  give({ principalId }: Owner): void {
    this.#taken -= 1;
    if (this.#taken === 0) this.#limit = this.#options.most;
    this.#places.release(principalId);
    this.#serve();
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

  #wait({ owner, signal, waitMs }: SlotRequest, hasPlace: boolean): Promise<SlotAnswer> {
    return new Promise((resolve) => {
      let leave: (() => void) | undefined;
      let timer: NodeJS.Timeout | undefined;
      const settle = (answer: SlotAnswer): void => {
        signal?.removeEventListener('abort', onAbort);
        clearTimeout(timer);
        resolve(answer);
      };
      const giveUp = (answer: SlotAnswer): void => {
        leave?.();
        settle(answer);
      };
      const onAbort = (): void => giveUp('cancelled');
      const enter = (): void => settle('taken');
      const waitForFiles = (): void => {
        this.#withoutFiles.add(enter);
        leave = () => {
          this.#withoutFiles.delete(enter);
          this.#places.release(owner.principalId);
        };
        this.#serve();
      };
      if (waitMs < LONGEST_TIMER) timer = setTimeout(() => giveUp('timed-out'), Math.max(0, waitMs));
      signal?.addEventListener('abort', onAbort, { once: true });
      if (hasPlace) return waitForFiles();
      leave = this.#places.wait(owner, waitForFiles);
      return leave === undefined ? settle('full') : undefined;
    });
  }

  #serve(): void {
    for (const enter of this.#withoutFiles) {
      if (!this.#hasRoom()) return;
      this.#withoutFiles.delete(enter);
      this.#enter();
      enter();
    }
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
