import { setTimeout as sleep } from 'node:timers/promises';
import { ownerKey } from '@ku0/agent-runtime-tools-core';
import type { Owner } from '@ku0/agent-runtime-tools-core';
import type { ProcessesSettings } from '../processes-options.ts';
import type { BackgroundProcess } from './background-process.ts';

/** A place for a program that is about to be started. It is either used with `add` or given back with `release`. */
export interface Reservation {
  readonly owner: Owner;
  /** Servers of the host and the programs of users have places of their own, so that neither can take those of the other. */
  readonly isServer: boolean;
}

/** Why there is no place: too many programs in total, or too many of this owner. */
export type ReservationRefusal = 'full' | 'owner-limit';

/**
 * The background programs of a service. A program occupies its place until it has ended and no descendant of it runs or
 * has its output open. Ended programs are remembered for a while, for their output.
 */
export class BackgroundRegistry {
  readonly #settings: ProcessesSettings;
  readonly #programs = new Map<string, BackgroundProcess>();
  readonly #reservations = new Set<Reservation>();
  #checking: Promise<unknown> | undefined;

  constructor(settings: ProcessesSettings) {
    this.#settings = settings;
  }

  get(id: string): BackgroundProcess | undefined {
    return this.#programs.get(id);
  }

  all(): readonly BackgroundProcess[] {
    return [...this.#programs.values()];
  }

  /** Checks the limits and takes a place in one synchronous step, so simultaneous starts cannot take the same place. */
  reserve(wanted: Reservation): Reservation | ReservationRefusal {
    const { owner, isServer } = wanted;
    const { maxBackground, maxServers } = this.#settings;
    const running = this.all().filter(({ isFinished }) => !isFinished);
    const occupied = [...this.#reservations, ...running].filter((each) => each.isServer === isServer);
    if (occupied.length >= (isServer ? maxServers : maxBackground)) return 'full';
    const quota = quotaKey(owner);
    const own = quota === undefined ? 0 : occupied.filter((each) => quotaKey(each.owner) === quota).length;
    if (own >= this.#settings.maxBackgroundPerOwner) return 'owner-limit';
    const reservation = { owner, isServer };
    this.#reservations.add(reservation);
    return reservation;
  }

  /** Like `reserve`, but waits up to 300 ms for a place, because the end of a program is noticed with a delay. */
  async reserveWithWait(wanted: Reservation, isGivenUp: () => boolean): Promise<Reservation | ReservationRefusal> {
    for (let waited = 0; ; waited += STEP_MS) {
      if (waited > 0 && isGivenUp()) return 'full';
      const reservation = this.reserve(wanted);
      if (typeof reservation === 'object' || waited >= MAX_WAIT_MS) return reservation;
      await this.#checkLeftovers();
      await sleep(STEP_MS);
    }
  }

  release(reservation: Reservation): void {
    this.#reservations.delete(reservation);
  }

  add(program: BackgroundProcess, reservation: Reservation): void {
    this.#reservations.delete(reservation);
    this.#programs.set(program.id, program);
    void program.wait().then(() => this.#evictEnded(MAX_REMEMBERED));
  }

  /** Forgets half of the ended programs if the disk budget is nearly used up. */
  async freeDiskSpace(): Promise<void> {
    const { diskBudget, spoolLimitBytes } = this.#settings;
    if (diskBudget.remaining >= spoolLimitBytes) return;
    const ended = this.all().filter(({ isFinished }) => isFinished);
    await this.#evictEnded(Math.floor(ended.length / 2));
  }

  delete({ id }: BackgroundProcess): void {
    this.#programs.delete(id);
  }

  /** Lets programs that had left descendants running notice that those have ended. */
  async #checkLeftovers(): Promise<void> {
    this.#checking ??= Promise.all(this.all().map((program) => program.checkLeftovers())).finally(() => {
      this.#checking = undefined;
    });
    await this.#checking;
  }

  /** Keeps the latest ended programs: at most `maxKept` in total and 16 per owner. Disposes of the others. */
  async #evictEnded(maxKept: number): Promise<void> {
    const ended = this.all().filter(({ isFinished }) => isFinished);
    const perOwner = new Map<string, number>();
    const kept = new Set<BackgroundProcess>();
    for (const program of ended.toReversed()) {
      const key = ownerKey(program.owner);
      const count = perOwner.get(key) ?? 0;
      if (kept.size >= maxKept || count >= MAX_REMEMBERED_PER_OWNER) continue;
      perOwner.set(key, count + 1);
      kept.add(program);
    }
    const evicted = ended.filter((program) => !kept.has(program));
    for (const program of evicted) this.delete(program);
    await Promise.all(evicted.map((program) => program.dispose()));
  }
}

const MAX_WAIT_MS = 300;
const STEP_MS = 10;
const MAX_REMEMBERED = 64;
const MAX_REMEMBERED_PER_OWNER = 16;

/** Programs with the same key share one limit: all tasks of a principal, or one task. The host's own have no limit. */
function quotaKey({ principalId, taskId }: Owner): string | undefined {
  if (principalId !== '') return ownerKey({ principalId, taskId: '' });
  return taskId === '' ? undefined : ownerKey({ principalId, taskId });
}
