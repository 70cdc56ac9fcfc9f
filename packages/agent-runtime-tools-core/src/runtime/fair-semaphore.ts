import type { Owner } from '../contracts/owner.ts';
import { coreErrors } from '../errors.ts';
import { ToolFailure } from '../authoring/tool-failure.ts';
import { LinkedList, type Linked } from './linked-list.ts';
import { onAbort } from './on-abort.ts';

export interface FairSemaphoreOptions {
  /** How many places there are. */
  readonly limit: number;
  /** How many may wait for one, in all. Default: any number. */
  readonly maxQueue?: number;
  /** How many of one principal may wait. Default: an eighth of `maxQueue`; all of it where the host names no principal. */
  readonly maxQueuePerPrincipal?: number;
}

export interface ConcurrencyOptions {
  /** How many handlers run at once. Default 64. */
  readonly limit?: number;
  /** How many calls may wait for a place. Default 131,072. */
  readonly maxQueue?: number;
  /** How many calls of one principal may wait. Default: an eighth of `maxQueue`. */
  readonly maxQueuePerPrincipal?: number;
}

/** A place that has been taken. */
export interface SemaphoreSlot {
  /** Gives the place back; does nothing the second time. */
  release(): void;
}

/**
 * A number of places, and a bounded queue for them that no principal can fill for the others. Whoever holds the fewest
 * places is served first, equal ones by turns, and within a principal its tasks by turns. A principal never holds more
 * than three times as many places as are free, so that somebody new finds one; a host that names no principals has one
 * user, who may hold them all. Every operation takes constant time, however many wait.
 */
export class FairSemaphore {
  readonly #limit: number;
  readonly #maxQueue: number;
  readonly #maxQueuePerPrincipal: number;
  /** The share of calls without a principal; always there. */
  readonly #unnamed = new Share('');
  /** Principals that hold or wait for a place. */
  readonly #shares = new Map<string, Share>();
  /** Those who wait, by the number of places they hold. */
  readonly #byHeld: LinkedList<Share>[] = [];
  /** No list below this one has anybody in it. */
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

  /** How many places are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** How many wait. */
  get queued(): number {
    return this.#queued;
  }

  /** Takes a place if there is one for this principal. Whoever gets one must `release` it. */
  tryTake(principalId = ''): boolean {
    const share = principalId === '' ? this.#unnamed : this.#shareOf(principalId);
    // While places are being handed on, nobody slips in before those who wait.
    const takes = share.queued === 0 && !(this.#serving && this.#queued > 0) && this.#mayTake(share);
    if (takes) {
      share.held++;
      this.#taken++;
    } else this.#forgetIdle(share);
    return takes;
  }

  /**
   * Joins the queue, where `tryTake` has said no. `start` is called once a place is there, which is then the owner's to
   * release. Returns the way out of the queue; undefined when too many wait already.
   */
  wait({ principalId, taskId }: Owner, start: () => void): (() => void) | undefined {
    const share = principalId === '' ? this.#unnamed : this.#shareOf(principalId);
    const room = share === this.#unnamed ? this.#maxQueue : this.#maxQueuePerPrincipal;
    if (this.#queued >= this.#maxQueue || share.queued >= room) {
      this.#forgetIdle(share);
      return undefined;
    }
    const waiting = share.add(taskId, start);
    this.#queued++;
    if (share.queued === 1) this.#enlist(share);
    return () => {
      if (!share.remove(waiting)) return;
      this.#queued--;
      if (share.queued === 0) this.#delist(share);
      this.#forgetIdle(share);
    };
  }

  /** Gives a principal's place back, and hands free places on before anybody else can take them. */
  release(principalId = ''): void {
    const share = principalId === '' ? this.#unnamed : this.#shares.get(principalId);
    if (share === undefined || share.held === 0) return;
    this.#move(share, -1);
    this.#forgetIdle(share);
    if (this.#queued > 0) this.#serve();
  }

  /**
   * A place, once there is one. Rejects with the signal's reason when it fires first, and with a `ToolFailure` of the
   * code QUEUE_FULL when too many wait.
   */
  async acquire(owner: Owner, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<SemaphoreSlot> {
    signal?.throwIfAborted();
    if (this.tryTake(owner.principalId)) return this.#place(owner.principalId);
    const { promise, resolve } = Promise.withResolvers<SemaphoreSlot | undefined>();
    const leave = this.wait(owner, () => resolve(this.#place(owner.principalId)));
    if (leave === undefined) throw new ToolFailure(coreErrors.QUEUE_FULL());
    const unfollow =
      signal &&
      onAbort(signal, () => {
        leave();
        resolve(undefined);
      });
    const place = await promise;
    unfollow?.();
    if (place === undefined) throw signal?.reason;
    return place;
  }

  #place(principalId: string): SemaphoreSlot {
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
    return free > 0 && (share === this.#unnamed || share.held < free * MOST_PER_FREE_PLACE);
  }

  /** Whoever is started may be done at once and release in turn: places are handed on in a loop, not from within. */
  #serve(): void {
    if (this.#serving) return;
    this.#serving = true;
    let failure: { readonly error: unknown } | undefined;
    for (let share = this.#next(); share !== undefined; share = this.#next()) {
      const waiting = share.shift();
      this.#queued--;
      if (share.queued === 0) this.#delist(share);
      this.#move(share, 1);
      try {
        waiting?.start();
      } catch (error) {
        failure ??= { error };
      }
    }
    this.#serving = false;
    if (failure !== undefined) throw failure.error;
  }

  /** Who is to be served; undefined when nobody waits for whom there is a place. */
  #next(): Share | undefined {
    if (this.#queued === 0 || this.#taken >= this.#limit) return undefined;
    while ((this.#byHeld[this.#lowest]?.size ?? 0) === 0) this.#lowest++;
    const first = this.#byHeld[this.#lowest]?.first;
    if (first !== undefined && this.#mayTake(first)) return first;
    return this.#unnamed.queued > 0 ? this.#unnamed : undefined;
  }

  /** A principal has one place more, or one less. */
  #move(share: Share, places: 1 | -1): void {
    this.#taken += places;
    if (share.queued > 0) this.#delist(share);
    share.held += places;
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

  #forgetIdle(share: Share): void {
    if (share.held === 0 && share.queued === 0 && share !== this.#unnamed) this.#shares.delete(share.principalId);
  }
}

const MOST_PER_FREE_PLACE = 3;

/** How many calls may wait for a place, where nobody says otherwise. */
export const DEFAULT_MAX_QUEUE = 131_072;

/** What one principal holds and waits for. */
class Share implements Linked<Share> {
  previous: Share | undefined = undefined;
  next: Share | undefined = undefined;
  list: LinkedList<Share> | undefined = undefined;
  readonly principalId: string;
  held = 0;
  queued = 0;
  /** The tasks that wait, the one to be served next first. */
  #turns: LinkedList<TaskQueue> | undefined = undefined;
  #tasks: Map<string, TaskQueue> | undefined = undefined;

  constructor(principalId: string) {
    this.principalId = principalId;
  }

  add(taskId: string, start: () => void): Waiting {
    const tasks = (this.#tasks ??= new Map<string, TaskQueue>());
    let task = tasks.get(taskId);
    if (task === undefined) {
      task = { previous: undefined, next: undefined, list: undefined, taskId, waiting: new LinkedList() };
      tasks.set(taskId, task);
      (this.#turns ??= new LinkedList()).append(task);
    }
    const waiting: Waiting = { previous: undefined, next: undefined, list: undefined, task, start };
    task.waiting.append(waiting);
    this.queued++;
    return waiting;
  }

  /** False when it has left already. */
  remove(waiting: Waiting): boolean {
    const { task } = waiting;
    if (waiting.list !== task.waiting) return false;
    task.waiting.remove(waiting);
    this.queued--;
    if (task.waiting.size === 0) this.#end(task);
    return true;
  }

  /** The oldest of the task whose turn it is. */
  shift(): Waiting | undefined {
    const task = this.#turns?.shift();
    const waiting = task?.waiting.shift();
    if (task === undefined || waiting === undefined) return undefined;
    this.queued--;
    if (task.waiting.size === 0) this.#end(task);
    else this.#turns?.append(task);
    return waiting;
  }

  #end(task: TaskQueue): void {
    this.#turns?.remove(task);
    this.#tasks?.delete(task.taskId);
  }
}

interface TaskQueue extends Linked<TaskQueue> {
  readonly taskId: string;
  readonly waiting: LinkedList<Waiting>;
}

interface Waiting extends Linked<Waiting> {
  readonly task: TaskQueue;
  readonly start: () => void;
}
