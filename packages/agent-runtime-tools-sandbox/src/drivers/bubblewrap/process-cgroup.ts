import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A control group below which every run gets its own group, which limits its processes. */
export interface CgroupParent {
  readonly path: string;
  /** The file by which a process joins. In version 1, `tasks` is faster for a process without threads. */
  readonly joinBy: 'tasks' | 'cgroup.procs';
}

/** The control group of a run. A process joins it by writing 0 into `joinFile`. */
export class RunCgroup {
  readonly joinFile: string;
  readonly #path: string;
  readonly #listFile: string;

  constructor(place: CgroupParent, name: string, processes: number) {
    this.#path = join(place.path, `${PREFIX}${process.pid}-${name}`);
    mkdirSync(this.#path);
    writeFileSync(join(this.#path, 'pids.max'), String(processes));
    this.#listFile = place.joinBy === 'tasks' ? 'tasks' : 'cgroup.threads';
    this.joinFile = join(this.#path, place.joinBy);
  }

  /** The ids of the processes and threads in the group. */
  tasks(): readonly number[] {
    const text = read(join(this.#path, this.#listFile))?.trim() ?? '';
    return text === '' ? [] : text.split('\n').map(Number);
  }

  /** Removes the group. False while a process in it is still exiting. */
  remove(): boolean {
    try {
      rmdirSync(this.#path);
      return true;
    } catch (error) {
      return !(error instanceof Error && 'code' in error && error.code === 'EBUSY');
    }
  }
}

/** Removes the groups of processes that were killed before they could clean up. */
export function removeStaleCgroups({ path }: CgroupParent): void {
  for (const name of readdirSync(path)) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (!(owner > 0) || existsSync(`/proc/${owner}`)) continue;
    try {
      rmdirSync(join(path, name));
    } catch {
      // A process is still in the group.
    }
  }
}

const PREFIX = 'toolbox-sandbox-';

/** Whether this is root outside of any user namespace. The kernel ignores RLIMIT_NPROC for that user. */
export function isMachineRoot(): boolean {
  return process.getuid?.() === 0 && /^\s*0\s+0\s/.test(read('/proc/self/uid_map') ?? '0 0 ');
}

/** A control group (version 1 or 2) in which groups with a process limit can be created, or undefined. */
export function findCgroupParent(): CgroupParent | undefined {
  const own = ownCgroups(read('/proc/self/cgroup') ?? '');
  const mounts = cgroupMounts(read('/proc/self/mountinfo') ?? '');
  const candidates: CgroupParent[] = [];
  if (mounts.first !== undefined && own.first !== undefined) {
    candidates.push({ path: join(mounts.first, own.first), joinBy: 'tasks' });
  }
  if (mounts.second !== undefined && own.second !== undefined) {
    const here = join(mounts.second, own.second);
    const places = [here, dirname(here)].filter((path) => delegatesPids(path));
    candidates.push(...places.map((path) => ({ path, joinBy: 'cgroup.procs' as const })));
  }
  return candidates.find(({ path }) => isWritable(path));
}

interface Versions {
  readonly first: string | undefined;
  readonly second: string | undefined;
}

/** Parses lines such as `8:pids:/path` (version 1) and `0::/path` (version 2). */
function ownCgroups(text: string): Versions {
  return { first: /^\d+:(?:\w+,)*pids(?:,\w+)*:(\/.*)$/m.exec(text)?.[1], second: /^0::(\/.*)$/m.exec(text)?.[1] };
}

function cgroupMounts(text: string): Versions {
  let first: string | undefined;
  let second: string | undefined;
  for (const line of text.split('\n')) {
    const [, , , , place, ...rest] = line.split(' ');
    const [type, , options = ''] = rest.slice(rest.indexOf('-') + 1);
    if (type === 'cgroup' && options.split(',').includes('pids')) first = place;
    if (type === 'cgroup2') second = place;
  }
  return { first, second };
}

/** In version 2, children of a group have a process limit only if `cgroup.subtree_control` lists `pids`. */
function delegatesPids(path: string): boolean {
  return (read(join(path, 'cgroup.subtree_control')) ?? '').split(/\s/).includes('pids');
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
