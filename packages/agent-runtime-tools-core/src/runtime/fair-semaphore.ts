import type { Owner } from '../contracts/owner.ts';
import { coreErrors } from '../errors.ts';
import { ToolFailure } from '../authoring/tool-failure.ts';
import { LinkedList, type Linked } from './linked-list.ts';
import { onAbort } from './on-abort.ts';

export interface FairSemaphoreOptions {
  /** How many slots there are. */
  readonly limit: number;
  /** How many may wait for a slot, in all. Default: any number. */
  readonly maxQueue?: number;
  /** How many of one principal may wait. Default: an eighth of `maxQueue`. Callers without a principal may fill it. */
  readonly maxQueuePerPrincipal?: number;
}

export interface ConcurrencyOptions {
  /** How many handlers run at once. Default 64. */
  readonly limit?: number;
  /** How many calls may wait for a slot. Default 131,072. */
  readonly maxQueue?: number;
  /** How many calls of one principal may wait. Default: an eighth of `maxQueue`. */
  readonly maxQueuePerPrincipal?: number;
}

/** An acquired slot. */
export interface SemaphoreSlot {
  /** Frees the slot. Does nothing the second time. */
  release(): void;
}

/**
 * A semaphore that shares its slots fairly among principals, with a bounded queue that no principal can fill alone. The
 * principal with the fewest slots is served first, equal ones in turn, and the tasks of a principal in turn. A principal
 * never holds more than three times as many slots as are free, so that a newcomer finds one. A host that names no
 * principals has one user, who may hold all slots. Every operation takes constant time, however many are waiting.
 *
 *     4 slots; `a` holds 3 and waits for 2 more, `b` holds 1 and waits for 1
 *     `a` releases a slot:  `b` gets it, because 1 slot is fewer than 2
 */
export class FairSemaphore {
  readonly #limit: number;
  readonly #maxQueue: number;
  readonly #maxQueuePerPrincipal: number;
  /** The share of callers without a principal. Never removed. */
  readonly #unnamed = new Share('');
  /** The principals that hold a slot or wait for one. */
  readonly #shares = new Map<string, Share>();
  /** The waiting principals, in lists by the number of slots they hold. */
  readonly #byHeld: LinkedList<Share>[] = [];
  /** All lists of `#byHeld` below this index are empty. */
  #lowest = 0;
  #taken = 0;
  #queued = 0;
  #serving = false;

  constructor({ limit, maxQueue = Infinity, maxQueuePerPrincipal = Math.ceil(maxQueue / 8) }: FairSemaphoreOptions) {
    if (!(limit >= 1)) throw new RangeError(`the limit must be at least 1, got ${limit}`);
    this.#limit = limit;
    this.#maxQueue = maxQueue;
    this.#maxQueuePerPrincipal = maxQueuePerPrincipal;
  }

  /** How many slots are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** How many are waiting. */
  get queued(): number {
    return this.#queued;
  }

  /** Takes a slot if this principal may have one now. Returns false otherwise. Each slot needs a `release`. */
  tryAcquire(principalId = ''): boolean {
    const share = principalId === '' ? this.#unnamed : this.#shareOf(principalId);
    // While freed slots are being handed to the queue, nobody may overtake it.
    const isAcquired = share.queued === 0 && !(this.#serving && this.#queued > 0) && this.#mayTake(share);
    if (isAcquired) {
      share.held++;
      this.#taken++;
    } else this.#removeIfIdle(share);
    return isAcquired;
  }

  /**
   * Joins the queue, after `tryAcquire` returned false. `start` is called with a slot taken, which has to be released.
   * Returns a function that leaves the queue, or undefined if the queue is full.
   */
  wait({ principalId, taskId }: Owner, start: () => void): (() => void) | undefined {
    const share = principalId === '' ? this.#unnamed : this.#shareOf(principalId);
    const maxQueued = share === this.#unnamed ? this.#maxQueue : this.#maxQueuePerPrincipal;
    if (this.#queued >= this.#maxQueue || share.queued >= maxQueued) {
      this.#removeIfIdle(share);
      return undefined;
    }
    const waiter = share.add(taskId, start);
    this.#queued++;
    if (share.queued === 1) this.#enlist(share);
    return () => {
      if (!share.remove(waiter)) return;
      this.#queued--;
      if (share.queued === 0) this.#delist(share);
      this.#removeIfIdle(share);
    };
  }

  /** Frees a slot of the principal and hands free slots to the queue before anybody else can take them. */
  release(principalId = ''): void {
    const share = principalId === '' ? this.#unnamed : this.#shares.get(principalId);
    if (share === undefined || share.held === 0) return;
    this.#addHeld(share, -1);
    this.#removeIfIdle(share);
    if (this.#queued > 0) this.#serve();
  }

  /**
   * Waits for a slot. Rejects with the signal's reason if that fires first, and with a `ToolFailure` of the code
   * QUEUE_FULL if the queue is full.
   */
  async acquire(owner: Owner, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<SemaphoreSlot> {
    signal?.throwIfAborted();
    if (this.tryAcquire(owner.principalId)) return this.#slot(owner.principalId);
    const { promise, resolve } = Promise.withResolvers<SemaphoreSlot | undefined>();
    const leave = this.wait(owner, () => resolve(this.#slot(owner.principalId)));
    if (leave === undefined) throw new ToolFailure(coreErrors.QUEUE_FULL());
    const unsubscribe =
      signal &&
      onAbort(signal, () => {
        leave();
        resolve(undefined);
      });
    const slot = await promise;
    unsubscribe?.();
    if (slot === undefined) throw signal?.reason;
    return slot;
  }

  #slot(principalId: string): SemaphoreSlot {
    let isHeld = true;
    return {
      release: () => {
        if (isHeld) this.release(principalId);
        isHeld = false;
      },
    };
  }

  #mayTake(share: Share): boolean {
    const free = this.#limit - this.#taken;
    return free > 0 && (share === this.#unnamed || share.held < free * MAX_HELD_PER_FREE_SLOT);
  }

  /** A started waiter may finish and release at once, so slots are handed on in this loop and never recursively. */
  #serve(): void {
    if (this.#serving) return;
    this.#serving = true;
    let failure: { readonly error: unknown } | undefined;
    for (let share = this.#next(); share !== undefined; share = this.#next()) {
      const waiter = share.shift();
      this.#queued--;
      if (share.queued === 0) this.#delist(share);
      this.#addHeld(share, 1);
      try {
        waiter?.start();
      } catch (error) {
        failure ??= { error };
      }
    }
    this.#serving = false;
    if (failure !== undefined) throw failure.error;
  }

  /** The principal to serve next; undefined if no waiting principal may have a slot. */
  #next(): Share | undefined {
    if (this.#queued === 0 || this.#taken >= this.#limit) return undefined;
    while ((this.#byHeld[this.#lowest]?.size ?? 0) === 0) this.#lowest++;
    const first = this.#byHeld[this.#lowest]?.first;
    if (first !== undefined && this.#mayTake(first)) return first;
    return this.#unnamed.queued > 0 ? this.#unnamed : undefined;
  }

  /** Changes how many slots a principal holds by one. */
  #addHeld(share: Share, change: 1 | -1): void {
    this.#taken += change;
    if (share.queued > 0) this.#delist(share);
    share.held += change;
    if (share.queued > 0) this.#enlist(share);
  }

  #enlist(share: Share): void {
    (this.#byHeld[share.held] ??= new LinkedList()).append(share);
    if (share.held < this.#lowest) this.#lowest = share.held;
  }

  #delist(share: Share): void {
    share.list?.remove(share);
  }

  #shareOf(principalId: string): Share {
    const known = this.#shares.get(principalId);
    if (known !== undefined) return known;
    const share = new Share(principalId);
    this.#shares.set(principalId, share);
    return share;
  }

  #removeIfIdle(share: Share): void {
    if (share.held === 0 && share.queued === 0 && share !== this.#unnamed) this.#shares.delete(share.principalId);
  }
}

const MAX_HELD_PER_FREE_SLOT = 3;

/** How many calls may wait for a slot by default. */
export const DEFAULT_MAX_QUEUE = 131_072;

/** The slots of one principal, and its waiters by task. */
class Share implements Linked<Share> {
  previous: Share | undefined = undefined;
  next: Share | undefined = undefined;
  list: LinkedList<Share> | undefined = undefined;
  readonly principalId: string;
  held = 0;
  queued = 0;
  /** The waiting tasks; the first one is served next. */
  #turns: LinkedList<TaskQueue> | undefined = undefined;
  #tasks: Map<string, TaskQueue> | undefined = undefined;

  constructor(principalId: string) {
    this.principalId = principalId;
  }

  add(taskId: string, start: () => void): Waiter {
    const tasks = (this.#tasks ??= new Map<string, TaskQueue>());
    let task = tasks.get(taskId);
    if (task === undefined) {
      task = { previous: undefined, next: undefined, list: undefined, taskId, waiters: new LinkedList() };
      tasks.set(taskId, task);
      (this.#turns ??= new LinkedList()).append(task);
    }
    const waiter: Waiter = { previous: undefined, next: undefined, list: undefined, task, start };
    task.waiters.append(waiter);
    this.queued++;
    return waiter;
  }

  /** Returns false if the waiter has already left the queue. */
  remove(waiter: Waiter): boolean {
    const { task } = waiter;
    if (waiter.list !== task.waiters) return false;
    task.waiters.remove(waiter);
    this.queued--;
    if (task.waiters.size === 0) this.#removeTask(task);
    return true;
  }

  /** Removes and returns the oldest waiter of the task whose turn it is. */
  shift(): Waiter | undefined {
    const task = this.#turns?.shift();
    const waiter = task?.waiters.shift();
    if (task === undefined || waiter === undefined) return undefined;
    this.queued--;
    if (task.waiters.size === 0) this.#removeTask(task);
    else this.#turns?.append(task);
    return waiter;
  }

  #removeTask(task: TaskQueue): void {
    this.#turns?.remove(task);
    this.#tasks?.delete(task.taskId);
  }
}

interface TaskQueue extends Linked<TaskQueue> {
  readonly taskId: string;
  readonly waiters: LinkedList<Waiter>;
}

interface Waiter extends Linked<Waiter> {
  readonly task: TaskQueue;
  readonly start: () => void;
}
