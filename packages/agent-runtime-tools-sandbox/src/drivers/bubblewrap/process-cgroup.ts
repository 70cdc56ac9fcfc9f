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

/** A place in the kernel's tree of control groups where runs get a group of their own, which counts their processes. */
export interface CgroupPlace {
  readonly path: string;
  /** In the first version a process without threads joins by this file without making the whole machine wait. */
  readonly joinBy: 'tasks' | 'cgroup.procs';
}

/** A run's group. A process joins it by writing 0 into `joinFile`. */
export class RunCgroup {
  readonly joinFile: string;
  readonly #path: string;
  readonly #listFile: string;

  constructor(place: CgroupPlace, name: string, processes: number) {
    this.#path = join(place.path, `${PREFIX}${process.pid}-${name}`);
    mkdirSync(this.#path);
    writeFileSync(join(this.#path, 'pids.max'), String(processes));
    this.#listFile = place.joinBy === 'tasks' ? 'tasks' : 'cgroup.threads';
    this.joinFile = join(this.#path, place.joinBy);
  }

  /** Processes and threads in it now. */
  tasks(): readonly number[] {
    const text = read(join(this.#path, this.#listFile))?.trim() ?? '';
    return text === '' ? [] : text.split('\n').map(Number);
  }

  /** False while somebody in it has not quite ended. */
  remove(): boolean {
    try {
      rmdirSync(this.#path);
      return true;
    } catch (error) {
      return !(error instanceof Error && 'code' in error && error.code === 'EBUSY');
    }
  }
}

/** Removes groups that a process left which was killed. */
export function sweepCgroups({ path }: CgroupPlace): void {
  for (const name of readdirSync(path)) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (!(owner > 0) || existsSync(`/proc/${owner}`)) continue;
    try {
      rmdirSync(join(path, name));
    } catch {
      // Somebody is still in it.
    }
  }
}

const PREFIX = 'toolbox-sandbox-';

/**
 * Whether the kernel ignores a user's limit of processes: it does for the administrator of the whole machine, whatever
 * it may do otherwise.
 */
export function isMachineRoot(): boolean {
  return process.getuid?.() === 0 && /^\s*0\s+0\s/.test(read('/proc/self/uid_map') ?? '0 0 ');
}

/** Where groups that count processes can be made, in either version of the tree. Undefined when nowhere. */
export function findCgroupPlace(): CgroupPlace | undefined {
  const own = ownCgroups(read('/proc/self/cgroup') ?? '');
  const mounts = cgroupMounts(read('/proc/self/mountinfo') ?? '');
  const candidates: CgroupPlace[] = [];
  if (mounts.first !== undefined && own.first !== undefined) {
    candidates.push({ path: join(mounts.first, own.first), joinBy: 'tasks' });
  }
  if (mounts.second !== undefined && own.second !== undefined) {
    const here = join(mounts.second, own.second);
    const places = [here, dirname(here)].filter((path) => handsDownPids(path));
    candidates.push(...places.map((path) => ({ path, joinBy: 'cgroup.procs' as const })));
  }
  return candidates.find(({ path }) => isWritable(path));
}

interface Versions {
  readonly first: string | undefined;
  readonly second: string | undefined;
}

/** Lines such as `8:pids:/path` in the first version, `0::/path` in the second. */
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

/** In the second version a group's children count processes only where it says so. */
function handsDownPids(path: string): boolean {
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
