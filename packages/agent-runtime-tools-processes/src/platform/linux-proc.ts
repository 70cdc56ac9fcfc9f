import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { MARK_VARIABLE } from '../process-marks.ts';

/** What the system tells about one process. */
export interface LinuxProcess {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** The marks in its environment. */
  readonly marks: string;
}

export function processIds(): readonly number[] {
  const ids: number[] = [];
  for (const name of namesIn('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid) && pid !== process.pid) ids.push(pid);
  }
  return ids;
}

/** The id that was given to a process or a thread last; undefined where the system does not tell. */
export function lastPid(): number | undefined {
  const last = Number(read('/proc/loadavg')?.trimEnd().split(' ')[4]);
  return last > 0 ? last : undefined;
}

/** After this id the first ones are given again. */
export function highestPid(): number {
  return Number(read('/proc/sys/kernel/pid_max')) || 32_768;
}

/** Undefined when it is gone, or started before `since`, in the system's ticks. */
export function readProcess(pid: number, since = 0): LinuxProcess | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name stands in parentheses and may hold anything, parentheses too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', START_FIELD + 1);
  if (Number(fields[START_FIELD]) < since) return undefined;
  const [state = '', parent, group, session] = fields;
  const marks = marksIn(read(`/proc/${pid}/environ`) ?? '');
  return { pid, state, parent: Number(parent), group: Number(group), session: Number(session), marks };
}

/** Counted from the process's state, which comes first after its name. */
const START_FIELD = 19;

/** The tick before something that happened so many milliseconds ago; 0 where the system does not tell. */
export function tickBefore(agoMs: number): number {
  const uptime = Number(read('/proc/uptime')?.split(' ', 1)[0]);
  return uptime > 0 ? Math.floor((uptime - agoMs / 1000) * TICKS_PER_SECOND) - 2 : 0;
}

/** What Linux shows to programs, whatever it uses inside. */
const TICKS_PER_SECOND = 100;

/** False when it is certainly not marked. Takes the id of a thread as well. */
export function mayBeMarked(pid: number, mark: string): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  const environment = read(`/proc/${pid}/environ`);
  // A process that is just being replaced by another program shows no environment for a moment.
  return environment === '' ? isRunning(readProcess(pid)) : (environment?.includes(mark) ?? false);
}

export function isRunning(found: LinuxProcess | undefined): found is LinuxProcess {
  return found !== undefined && found.state !== 'Z' && found.state !== 'X';
}

export function commandOf(pid: number): string {
  const text = read(`/proc/${pid}/cmdline`) || (read(`/proc/${pid}/comm`) ?? '');
  const bytes = Buffer.from(text.slice(0, MAX_COMMAND), 'latin1');
  return bytes.toString().replaceAll('\0', ' ').trimEnd();
}

const MAX_COMMAND = 500;

/** Every process whose environment holds one of the marks. */
export function markedPids(marks: readonly string[]): readonly number[] {
  return processIds().filter((pid) => {
    const found = marksIn(read(`/proc/${pid}/environ`) ?? '');
    return found !== '' && marks.some((mark) => found.includes(mark));
  });
}

/** How many more files this process may open. */
export function freeDescriptors(): number {
  return descriptorLimit() - namesIn('/proc/self/fd').length;
}

/** The system's limit of open files for this process. */
export function descriptorLimit(): number {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(read('/proc/self/limits') ?? '')?.[1]);
  return limit > 0 ? limit : Number.POSITIVE_INFINITY;
}

/** The pipes and sockets of a program that has just been started: files have other owners, too. */
export function outputsOf(pid: number): readonly string[] {
  return [1, 2].flatMap((descriptor) => linkAt(`/proc/${pid}/fd/${descriptor}`)).filter((file) => NAMELESS.test(file));
}

const NAMELESS = /^(?:pipe|socket):\[\d+\]$/;

/** What a process has open, as the system calls it. */
export function openFiles(pid: number): readonly string[] {
  return namesIn(`/proc/${pid}/fd`).flatMap((name) => linkAt(`/proc/${pid}/fd/${name}`));
}

function linkAt(path: string): readonly string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
  }
}

export function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

function marksIn(environment: string): string {
  const at = environment.indexOf(`${MARK_VARIABLE}=`);
  return at === -1 ? '' : (environment.slice(at + MARK_VARIABLE.length + 1).split('\0', 1)[0] ?? '');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
