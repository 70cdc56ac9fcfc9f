import { statfsSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import type { LimitHit, SandboxLimits } from '../sandbox-limits.ts';
import { hasTooManyFiles, socketMemory, socketsOf } from './kernel-memory.ts';
import type { MemoryFolder } from './kernel-memory.ts';
import { tasksBelow, treeUsage } from './tree-usage.ts';

export interface WatchdogOptions {
  readonly limits: SandboxLimits;
  /** The first process inside, as soon as there is one. Undefined when it is not there yet, or gone. */
  readonly findRoot: () => number | undefined;
  /** A quicker way to list processes and threads than the process table, where there is one. */
  readonly listTasks?: () => readonly number[];
  /** Folders whose disks must not fill up. */
  readonly folders: readonly string[];
  readonly memoryFolders: readonly MemoryFolder[];
  /** It has the host's network, and the host's sockets with it. */
  readonly sharesNetwork: boolean;
}

/**
 * Watches what the kernel limits only for each process by itself, or for this user not at all: processes, memory and
 * processor time of a whole run, and the disk.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #freeAtStart: readonly DiskRoom[];
  readonly #socketsAtStart: number;
  #timer: NodeJS.Timeout | undefined;
  #hit: LimitHit | undefined;
  #nextReading = 0;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#freeAtStart = options.folders.map(roomOf);
    this.#socketsAtStart = options.sharesNetwork ? socketsOf('self') : 0;
    this.#schedule(FIRST_LOOK_MS);
  }

  /** The limit for which the run was ended. */
  get hit(): LimitHit | undefined {
    return this.#hit;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => this.#look(), ms);
    this.#timer.unref();
  }

  #look(): void {
    const root = this.#options.findRoot();
    if (root !== undefined) {
      const tasks = this.#options.listTasks?.();
      this.#hit ??= this.#judge(root, tasks);
      // Again at every look: what was being started when the first signal came must end too.
      if (this.#hit !== undefined) endAll(root, () => tasks ?? tasksBelow(root));
    }
    this.#schedule(LOOK_EVERY_MS);
  }

  /**
   * Whoever has all the processes there may be wants more. The kernel gives none, and goes on being asked: a fork bomb
   * that is only refused keeps everybody else waiting.
   */
  #judge(root: number, tasks: readonly number[] | undefined): LimitHit | undefined {
    const { limits } = this.#options;
    const full = Math.ceil(limits.processes * NEARLY);
    if (tasks !== undefined && tasks.length >= full) return 'processes';
    const now = performance.now();
    if (now < this.#nextReading) return undefined;
    const usage = treeUsage(root, { mostTasks: full, onTask: giveWay });
    // A crowded process table takes long to read; most of the time belongs to the host.
    this.#nextReading = now + (performance.now() - now) * 4;
    if (usage === undefined) return undefined;
    if (usage.tasks >= full) return 'processes';
    const inSockets = socketMemory(socketsOf(root) - this.#socketsAtStart);
    if (usage.memoryBytes + inSockets > limits.memoryMb * MEGABYTE) return 'memory';
    if (usage.cpuSeconds > limits.cpuSeconds) return 'cpu';
    return this.#isFillingUp(root) ? 'disk' : undefined;
  }

  #isFillingUp(root: number): boolean {
    const { folders, limits, memoryFolders } = this.#options;
    if (memoryFolders.some((folder) => hasTooManyFiles(root, folder))) return true;
    return folders.some((folder, index) => {
      const [then, now] = [this.#freeAtStart[index], roomOf(folder)];
      if (then === undefined) return false;
      return then.bytes - now.bytes > limits.diskMb * MEGABYTE || then.files - now.files > MOST_FILES;
    });
  }
}

const FIRST_LOOK_MS = 30;
const LOOK_EVERY_MS = 50;
const MEGABYTE = 1024 * 1024;
/** Some end while they are counted. */
const NEARLY = 0.98;
/** So many new files in one run are no work, and leave none for others. */
const MOST_FILES = 500_000;

/** The first process of a namespace takes all others with it, and sooner when they no longer keep it from running. */
function endAll(root: number, others: () => readonly number[]): void {
  end(root);
  for (const task of others()) end(task);
}

function end(task: number): void {
  try {
    process.kill(task, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Whoever runs for longer than a moment gives way to the host, which must be able to end it. */
function giveWay(task: number, root: number): void {
  if (task === root) return;
  try {
    if (getPriority(task) < LOWER_PRIORITY) setPriority(task, LOWER_PRIORITY);
  } catch {
    // It has ended.
  }
}

const LOWER_PRIORITY = 10;

interface DiskRoom {
  readonly bytes: number;
  readonly files: number;
}

function roomOf(folder: string): DiskRoom {
  try {
    const { bavail, bsize, ffree } = statfsSync(folder);
    return { bytes: bavail * bsize, files: ffree };
  } catch {
    return { bytes: 0, files: 0 };
  }
}
