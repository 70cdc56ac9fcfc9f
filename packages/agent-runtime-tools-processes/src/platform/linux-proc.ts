import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { MARK_VARIABLE } from '../launch/process-marks.ts';

/** One process as described in /proc. */
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

/** The id that was assigned last, to a process or a thread; undefined if the kernel does not show it. */
export function lastPid(): number | undefined {
  const last = Number(read('/proc/loadavg')?.trimEnd().split(' ')[4]);
  return last > 0 ? last : undefined;
}

/** The highest process id. After it, numbering starts again at the bottom. */
export function maxPid(): number {
  return Number(read('/proc/sys/kernel/pid_max')) || 32_768;
}

/** Undefined if the process is gone or was started before `since` (in clock ticks since boot). */
export function readProcess(pid: number, since = 0): LinuxProcess | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name is in parentheses and may itself contain parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', START_FIELD + 1);
  if (Number(fields[START_FIELD]) < since) return undefined;
  const [state = '', parent, group, session] = fields;
  const marks = marksIn(read(`/proc/${pid}/environ`) ?? '');
  return { pid, state, parent: Number(parent), group: Number(group), session: Number(session), marks };
}

/** Index of the start time, counted from the state, which is the first field after the name. */
const START_FIELD = 19;

/** The clock tick shortly before the moment `agoMs` milliseconds ago; 0 if the uptime cannot be read. */
export function ticksBefore(agoMs: number): number {
  const uptime = Number(read('/proc/uptime')?.split(' ', 1)[0]);
  return uptime > 0 ? Math.floor((uptime - agoMs / 1000) * TICKS_PER_SECOND) - 2 : 0;
}

/** The unit of times in /proc, on every Linux. */
const TICKS_PER_SECOND = 100;

/** False if the process or thread certainly does not have the mark. */
export function mayHaveMark(pid: number, mark: string): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  const environment = read(`/proc/${pid}/environ`);
  // During execve, a process shows an empty environment for a moment.
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

/** All processes whose environment contains one of the marks. */
export function pidsWithMarks(marks: readonly string[]): readonly number[] {
  return processIds().filter((pid) => {
    const found = marksIn(read(`/proc/${pid}/environ`) ?? '');
    return found !== '' && marks.some((mark) => found.includes(mark));
  });
}

/** How many more descriptors this process may open. */
export function freeDescriptors(): number {
  return descriptorLimit() - namesIn('/proc/self/fd').length;
}

/** The limit of open files for this process (RLIMIT_NOFILE). */
export function descriptorLimit(): number {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(read('/proc/self/limits') ?? '')?.[1]);
  return limit > 0 ? limit : Number.POSITIVE_INFINITY;
}

/** The pipes and sockets that a new program prints into. Regular files are left out: other processes may have them open. */
export function outputPipesOf(pid: number): readonly string[] {
  return [1, 2].flatMap((descriptor) => linkAt(`/proc/${pid}/fd/${descriptor}`)).filter((file) => NAMELESS.test(file));
}

const NAMELESS = /^(?:pipe|socket):\[\d+\]$/;

/** The open files of a process, by the names that /proc gives them. */
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
