import { FairSemaphore } from '@ku0/agent-runtime-tools-core';
import type { Owner } from '@ku0/agent-runtime-tools-core';

export interface ProcessSlotsOptions {
  readonly maxConcurrent: number;
  readonly maxWaiting: number;
  /** How many more descriptors this process may open. */
  readonly freeDescriptors: () => number;
}

export interface SlotRequest {
  readonly owner: Owner;
  readonly signal?: AbortSignal | undefined;
  /** How long the request may wait. */
  readonly waitMs: number;
}

/** 'cancelled' if the signal fired first, 'timed-out' after `waitMs`, 'full' if too many requests are waiting. */
export type SlotResult = 'acquired' | 'cancelled' | 'timed-out' | 'full';

/**
 * Limits how many programs run at a time. Waiting requests are served in turns, by principal and then by task. A request
 * that has its turn may still wait until this process has enough free descriptors for another program.
 */
export class ProcessSlots {
  readonly #options: ProcessSlotsOptions;
  readonly #turns: FairSemaphore;
  /** Requests that have their turn and wait for free descriptors, in order. */
  readonly #waitingForDescriptors = new Set<() => void>();
  #limit: number;
  #acquired = 0;
  /** Acquired slots whose programs have not opened their pipes yet. */
  #notStarted = 0;

  constructor(options: ProcessSlotsOptions) {
    this.#options = options;
    this.#limit = options.maxConcurrent;
    this.#turns = new FairSemaphore({ limit: Math.max(1, options.maxConcurrent), maxQueue: options.maxWaiting });
  }

  acquire(request: SlotRequest): Promise<SlotResult> | 'acquired' {
    const { signal, owner } = request;
    if (signal?.aborted) return Promise.resolve('cancelled');
    const hasTurn = this.#turns.tryAcquire(owner.principalId);
    if (hasTurn && this.#waitingForDescriptors.size === 0 && this.#hasCapacity()) {
      this.#count();
      return 'acquired';
    }
    const waiting = this.#turns.queued + this.#waitingForDescriptors.size;
    if (waiting < this.#options.maxWaiting) return this.#wait(request, hasTurn);
    if (hasTurn) this.#turns.release(owner.principalId);
    return Promise.resolve('full');
  }

  /** To be called once per acquired slot, when the program has opened its pipes or could not be started. */
  markStarted(): void {
    this.#notStarted -= 1;
  }

  release({ principalId }: Owner): void {
    this.#acquired -= 1;
    if (this.#acquired === 0) this.#limit = this.#options.maxConcurrent;
    this.#turns.release(principalId);
    this.#serveWaiting();
  }

  /**
   * Lowers the limit below the current number of programs, until all of them have ended: the system refused to start
   * another. Returns false if the caller has the only slot, because waiting would not help.
   */
  reduceLimit(): boolean {
    if (this.#acquired <= 1) return false;
    this.#limit = Math.max(1, Math.min(this.#limit, this.#acquired - 1));
    return true;
  }

  #wait({ owner, signal, waitMs }: SlotRequest, hasTurn: boolean): Promise<SlotResult> {
    return new Promise((resolve) => {
      let leaveQueue: (() => void) | undefined;
      let timer: NodeJS.Timeout | undefined;
      const settle = (result: SlotResult): void => {
        signal?.removeEventListener('abort', onAbort);
        clearTimeout(timer);
        resolve(result);
      };
      const giveUp = (result: SlotResult): void => {
        leaveQueue?.();
        settle(result);
      };
      const onAbort = (): void => giveUp('cancelled');
      const enter = (): void => settle('acquired');
      const waitForDescriptors = (): void => {
        this.#waitingForDescriptors.add(enter);
        leaveQueue = () => {
          this.#waitingForDescriptors.delete(enter);
          this.#turns.release(owner.principalId);
        };
        this.#serveWaiting();
      };
      if (waitMs < MAX_TIMER_MS) timer = setTimeout(() => giveUp('timed-out'), Math.max(0, waitMs));
      signal?.addEventListener('abort', onAbort, { once: true });
      if (hasTurn) return waitForDescriptors();
      leaveQueue = this.#turns.wait(owner, waitForDescriptors);
      return leaveQueue === undefined ? settle('full') : undefined;
    });
  }

  #serveWaiting(): void {
    for (const enter of this.#waitingForDescriptors) {
      if (!this.#hasCapacity()) return;
      this.#waitingForDescriptors.delete(enter);
      this.#count();
      enter();
    }
  }

  #count(): void {
    this.#acquired += 1;
    this.#notStarted += 1;
  }

  /**
   * Checks the free descriptors before they run out, because Node leaks some when a start fails with EMFILE. To stay cheap
   * it checks before every eighth program only; the first eight always pass.
   */
  #hasCapacity(): boolean {
    if (this.#acquired >= this.#limit) return false;
    if (this.#acquired === 0 || this.#acquired % CHECK_EVERY !== 0) return true;
    const needed = (CHECK_EVERY + this.#notStarted) * DESCRIPTORS_PER_PROGRAM + SPARE_DESCRIPTORS;
    if (this.#options.freeDescriptors() >= needed) return true;
    this.#limit = this.#acquired;
    return false;
  }
}

/** Longer timers fire at once, so a longer wait has no timer. */
const MAX_TIMER_MS = 2 ** 31;
const CHECK_EVERY = 8;
const DESCRIPTORS_PER_PROGRAM = 3;
const SPARE_DESCRIPTORS = 16;
