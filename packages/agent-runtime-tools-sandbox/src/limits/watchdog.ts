import { statfsSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import type { LimitHit, SandboxLimits } from '../sandbox-limits.ts';
import { hasTooManyFiles, socketMemory, socketsOf } from './kernel-memory.ts';
import type { MemoryFolder } from './kernel-memory.ts';
import { tasksBelow, treeUsage } from './tree-usage.ts';

export interface WatchdogOptions {
  readonly limits: SandboxLimits;
  /** The id of the first process inside. Undefined if it does not exist yet or is gone. */
  readonly findRoot: () => number | undefined;
  /** Lists processes and threads faster than the process table does, if the run has a control group. */
  readonly listTasks?: () => readonly number[];
  /** Folders whose free disk space is watched. */
  readonly folders: readonly string[];
  readonly memoryFolders: readonly MemoryFolder[];
  /** The run has the network of the host, so the host's sockets are counted, too. */
  readonly sharesNetwork: boolean;
}

/**
 * Watches the limits of a whole run that the kernel enforces only per process or not at all: processes, memory, CPU time and
 * disk space. Ends the run when one is exceeded.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #freeAtStart: readonly FreeSpace[];
  readonly #socketsAtStart: number;
  #timer: NodeJS.Timeout | undefined;
  #hit: LimitHit | undefined;
  #nextReading = 0;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#freeAtStart = options.folders.map(freeSpaceOf);
    this.#socketsAtStart = options.sharesNetwork ? socketsOf('self') : 0;
    this.#schedule(FIRST_CHECK_MS);
  }

  /** The limit that the run exceeded. */
  get hit(): LimitHit | undefined {
    return this.#hit;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => this.#check(), ms);
    this.#timer.unref();
  }

  #check(): void {
    const root = this.#options.findRoot();
    if (root !== undefined) {
      const tasks = this.#options.listTasks?.();
      this.#hit ??= this.#exceededLimit(root, tasks);
      // Repeated at every check: a process may have been created during the first signal.
      if (this.#hit !== undefined) killAll(root, () => tasks ?? tasksBelow(root));
    }
    this.#schedule(CHECK_INTERVAL_MS);
  }

  /**
   * A run that has reached its process limit is ended, not only refused more processes: a fork bomb keeps trying and slows
   * down the whole machine.
   */
  #exceededLimit(root: number, tasks: readonly number[] | undefined): LimitHit | undefined {
    const { limits } = this.#options;
    const full = Math.ceil(limits.processes * PROCESS_LIMIT_SHARE);
    if (tasks !== undefined && tasks.length >= full) return 'processes';
    const now = performance.now();
    if (now < this.#nextReading) return undefined;
    const usage = treeUsage(root, { maxTasks: full, onTask: lowerPriority });
    // Spend at most a fifth of the time on reading the process table.
    this.#nextReading = now + (performance.now() - now) * 4;
    if (usage === undefined) return undefined;
    if (usage.tasks >= full) return 'processes';
    const inSockets = socketMemory(socketsOf(root) - this.#socketsAtStart);
    if (usage.memoryBytes + inSockets > limits.memoryMb * MEGABYTE) return 'memory';
    if (usage.cpuSeconds > limits.cpuSeconds) return 'cpu';
    return this.#exceedsDisk(root) ? 'disk' : undefined;
  }

  #exceedsDisk(root: number): boolean {
    const { folders, limits, memoryFolders } = this.#options;
    if (memoryFolders.some((folder) => hasTooManyFiles(root, folder))) return true;
    return folders.some((folder, index) => {
      const [then, now] = [this.#freeAtStart[index], freeSpaceOf(folder)];
      if (then === undefined) return false;
      return then.bytes - now.bytes > limits.diskMb * MEGABYTE || then.files - now.files > MAX_NEW_FILES;
    });
  }
}

const FIRST_CHECK_MS = 30;
const CHECK_INTERVAL_MS = 50;
const MEGABYTE = 1024 * 1024;
/** The share of the process limit at which it counts as reached: some processes end while they are counted. */
const PROCESS_LIMIT_SHARE = 0.98;
/** The most files that a run may create; a disk has a limited number of them. */
const MAX_NEW_FILES = 500_000;

/** The kernel ends all processes of a namespace with its first one. Signalling the others as well is faster under load. */
function killAll(root: number, others: () => readonly number[]): void {
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

/** Lowers the priority of processes inside, so that the host stays able to end them. */
function lowerPriority(task: number, root: number): void {
  if (task === root) return;
  try {
    if (getPriority(task) < LOWER_PRIORITY) setPriority(task, LOWER_PRIORITY);
  } catch {
    // It has ended.
  }
}

const LOWER_PRIORITY = 10;

interface FreeSpace {
  readonly bytes: number;
  readonly files: number;
}

function freeSpaceOf(folder: string): FreeSpace {
  try {
    const { bavail, bsize, ffree } = statfsSync(folder);
    return { bytes: bavail * bsize, files: ffree };
  } catch {
    return { bytes: 0, files: 0 };
  }
}
