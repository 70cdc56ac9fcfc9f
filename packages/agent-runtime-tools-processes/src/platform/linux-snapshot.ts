import { highestPid, isRunning, lastPid, processIds, readProcess, tickBefore } from './linux-proc.ts';
import type { LinuxProcess } from './linux-proc.ts';
import type { Root } from './platform.ts';

/**
 * The processes that may descend from a program, as they are after this call. Whoever asks while the table is being
 * read shares the next reading, so that many programs ending at once cost one.
 */
export function snapshotFor(root: Root): Promise<readonly LinuxProcess[]> {
  return new Promise((resolve) => {
    waiting.push({ root, resolve });
    if (!isReading) void readForWaiting();
  });
}

/** False when so many processes may have been started since that their ids have gone round. */
export function isYoung({ startedAt }: Root): boolean {
  idsInMs ??= highestPid() / STARTS_PER_MS;
  return performance.now() - startedAt < idsInMs;
}

interface Request {
  readonly root: Root;
  readonly resolve: (processes: readonly LinuxProcess[]) => void;
}

let waiting: Request[] = [];
let isReading = false;
let idsInMs: number | undefined;

/** More than any machine starts. */
const STARTS_PER_MS = 10;

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

/** In slices, so that a full table does not hold this process up. */
async function readTable(roots: readonly Root[]): Promise<readonly LinuxProcess[]> {
  const oldest = Math.min(...roots.map(({ startedAt }) => startedAt));
  const since = tickBefore(performance.now() - oldest);
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

/** Young programs' descendants have ids between the lowest of theirs and the last one given. */
function candidates(roots: readonly Root[]): readonly number[] {
  const all = processIds();
  const last = lastPid();
  if (last === undefined || !roots.every(isYoung) || roots.some(({ pid }) => pid > last)) return all;
  const lowest = Math.min(...roots.map(({ pid }) => pid));
  return all.filter((id) => id >= lowest && id <= last);
}
