import { setTimeout as sleep } from 'node:timers/promises';
import { ownerKey } from '@ku0/agent-runtime-tools-core';
import type { Owner } from '@ku0/agent-runtime-tools-core';
import type { BackgroundProcess } from './background-process.ts';
import type { ProcessesSettings } from './processes-options.ts';

/** A place for a program that is about to be started: to be filled or given back. */
export interface ReservedPlace {
  readonly owner: Owner;
}

/** Why there is no place: too many programs in all, or too many of this owner. */
export type NoPlace = 'full' | 'share-used';

/**
 * The background programs of a service. A program holds its place as long as it holds anything of the system: until
 * it has ended and nothing that it left behind runs or has its output open.
 */
export class BackgroundPrograms {
  readonly #settings: ProcessesSettings;
  readonly #programs = new Map<string, BackgroundProcess>();
  readonly #reserved = new Set<ReservedPlace>();
  #looking: Promise<unknown> | undefined;

  constructor(settings: ProcessesSettings) {
    this.#settings = settings;
  }

  get(id: string): BackgroundProcess | undefined {
    return this.#programs.get(id);
  }

  all(): readonly BackgroundProcess[] {
    return [...this.#programs.values()];
  }

  /** Checks and takes in one step, so that simultaneous starts cannot all see the same free place. */
  reserve(owner: Owner): ReservedPlace | NoPlace {
    const holding = [...this.#reserved, ...this.all().filter(({ isOver }) => !isOver)];
    if (holding.length >= this.#settings.maxBackground) return 'full';
    const share = shareKey(owner);
    const own = share === undefined ? 0 : holding.filter((each) => shareKey(each.owner) === share).length;
    if (own >= this.#settings.maxBackgroundPerOwner) return 'share-used';
    const place = { owner };
    this.#reserved.add(place);
    return place;
  }

  /** Waits a moment for a place: the ends of programs that were started just before are noticed a little later. */
  async reserveSoon(owner: Owner, isGivenUp: () => boolean): Promise<ReservedPlace | NoPlace> {
    for (let waited = 0; ; waited += STEP_MS) {
      if (waited > 0 && isGivenUp()) return 'full';
      const place = this.reserve(owner);
      if (typeof place === 'object' || waited >= WAIT_MS) return place;
      await this.#noticeEnds();
      await sleep(STEP_MS);
    }
  }

  release(place: ReservedPlace): void {
    this.#reserved.delete(place);
  }

  add(program: BackgroundProcess, place: ReservedPlace): void {
    this.#reserved.delete(place);
    this.#programs.set(program.id, program);
    void program.wait().then(() => this.#forget(MAX_REMEMBERED));
  }

  /** Before another program starts: the disk belongs to those that run. */
  makeDiskRoom(): Promise<void> {
    const { spoolRoom, spoolLimitBytes } = this.#settings;
    const isShort = spoolRoom.left < spoolLimitBytes;
    return isShort ? this.#forget(Math.floor(this.all().filter(({ isOver }) => isOver).length / 2)) : Promise.resolve();
  }

  delete({ id }: BackgroundProcess): void {
    this.#programs.delete(id);
  }

  /** What programs left running may have ended since. */
  async #noticeEnds(): Promise<void> {
    this.#looking ??= Promise.all(this.all().map((program) => program.noticeEnd())).finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  /** Ended programs are remembered for their output, but only the latest of each owner, and not too many in all. */
  async #forget(most: number): Promise<void> {
    const ended = this.all().filter(({ isOver }) => isOver);
    const perOwner = new Map<string, number>();
    const kept = new Set<BackgroundProcess>();
    for (const program of ended.toReversed()) {
      const key = ownerKey(program.owner);
      const count = perOwner.get(key) ?? 0;
      if (kept.size >= most || count >= MAX_REMEMBERED_PER_OWNER) continue;
      perOwner.set(key, count + 1);
      kept.add(program);
    }
    const forgotten = ended.filter((program) => !kept.has(program));
    for (const program of forgotten) this.delete(program);
    await Promise.all(forgotten.map((program) => program.dispose()));
  }
}

const WAIT_MS = 300;
const STEP_MS = 10;
const MAX_REMEMBERED = 64;
const MAX_REMEMBERED_PER_OWNER = 16;

/** Who shares one limit: all tasks of a principal, else one task. The host's own programs have none. */
function shareKey({ principalId, taskId }: Owner): string | undefined {
  if (principalId !== '') return ownerKey({ principalId, taskId: '' });
  return taskId === '' ? undefined : ownerKey({ principalId, taskId });
}
