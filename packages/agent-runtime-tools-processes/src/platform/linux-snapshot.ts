import { maxPid, isRunning, lastPid, processIds, readProcess, ticksBefore } from './linux-proc.ts';
import type { LinuxProcess } from './linux-proc.ts';
import type { RootProcess } from './platform.ts';

/**
 * Processes that may be descendants of a program, read after this call was made. Calls that arrive while the process table
 * is being read share the next reading, so many programs that end together cost one reading.
 */
export function snapshotFor(root: RootProcess): Promise<readonly LinuxProcess[]> {
  return new Promise((resolve) => {
    waiting.push({ root, resolve });
    if (!isReading) void readForWaiting();
  });
}

/** False if the program is so old that process ids may have wrapped around since its start. */
export function isRecent({ startedAt }: RootProcess): boolean {
  pidReuseMs ??= maxPid() / MAX_STARTS_PER_MS;
  return performance.now() - startedAt < pidReuseMs;
}

interface Request {
  readonly root: RootProcess;
  readonly resolve: (processes: readonly LinuxProcess[]) => void;
}

let waiting: Request[] = [];
let isReading = false;
let pidReuseMs: number | undefined;

/** An upper bound for the number of processes that a machine starts per millisecond. */
const MAX_STARTS_PER_MS = 10;

async function readForWaiting(): Promise<void> {
  isReading = true;
  while (waiting.length > 0) {
    const served = waiting;
    waiting = [];
    const processes = await readTable(served.map(({ root }) => root));
    for (const { resolve } of served) resolve(processes);
  }
  isReading = false;
}

/** Yields to the event loop after every slice. */
async function readTable(roots: readonly RootProcess[]): Promise<readonly LinuxProcess[]> {
  const oldest = Math.min(...roots.map(({ startedAt }) => startedAt));
  const since = ticksBefore(performance.now() - oldest);
  const found: LinuxProcess[] = [];
  let count = 0;
  for (const pid of candidates(roots)) {
    const one = readProcess(pid, since);
    if (isRunning(one)) found.push(one);
    count += 1;
    if (count % SLICE === 0) await new Promise(setImmediate);
  }
  return found;
}

const SLICE = 100;

/** Descendants of recent programs have ids between the lowest root id and the last assigned id. */
function candidates(roots: readonly RootProcess[]): readonly number[] {
  const all = processIds();
  const last = lastPid();
  if (last === undefined || !roots.every(isRecent) || roots.some(({ pid }) => pid > last)) return all;
  const lowest = Math.min(...roots.map(({ pid }) => pid));
  return all.filter((id) => id >= lowest && id <= last);
}
