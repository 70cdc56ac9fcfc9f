import { readdirSync, readFileSync } from 'node:fs';

/** The resources used by a process and all its descendants. */
export interface TreeUsage {
  /** The number of processes and threads. */
  readonly tasks: number;
  readonly memoryBytes: number;
  /** Of running processes, and of ended ones whose parent has waited for them. */
  readonly cpuSeconds: number;
}

export interface TreeOptions {
  readonly maxTasks: number;
  /** Called for every process and thread. */
  readonly onTask?: (task: number, root: number) => void;
}

/**
 * Reads the process tree below `root`. In a process namespace that is every process, because orphans become children of the
 * first process. Stops at `maxTasks` and after 150 ms. Undefined if the process is gone.
 */
export function treeUsage(root: number, { maxTasks, onTask }: TreeOptions): TreeUsage | undefined {
  const waiting = [root];
  const seen = new Set<number>();
  const total = { tasks: 0, memoryBytes: 0, cpuSeconds: 0 };
  const end = performance.now() + READING_MS;
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    if (seen.has(pid)) continue;
    seen.add(pid);
    const status = read(`/proc/${pid}/status`);
    if (status === undefined) continue;
    total.memoryBytes += memoryOf(status);
    total.cpuSeconds += cpuOf(read(`/proc/${pid}/stat`) ?? '');
    const threads = threadsOf(pid);
    total.tasks += Math.max(1, threads.length);
    if (total.tasks >= maxTasks || performance.now() > end) return total;
    for (const thread of threads) {
      onTask?.(Number(thread), root);
      waiting.push(...childrenOf(pid, thread));
    }
  }
  return total.tasks === 0 ? undefined : total;
}

/** The processes below `root` that are found within 150 ms. A fork bomb creates them as fast as they are read. */
export function tasksBelow(root: number): readonly number[] {
  const end = performance.now() + READING_MS;
  const found = new Set([root]);
  for (const pid of found) {
    if (performance.now() > end) break;
    for (const thread of threadsOf(pid)) for (const child of childrenOf(pid, thread)) found.add(child);
  }
  found.delete(root);
  return [...found];
}

const READING_MS = 150;

/** Whether this kernel lists the children of a process. */
export function canReadTree(): boolean {
  return read(`/proc/self/task/${process.pid}/children`) !== undefined;
}

/** Anonymous, shared and swapped memory and page tables; memory of mapped files is not counted. */
function memoryOf(status: string): number {
  let kilobytes = 0;
  for (const match of status.matchAll(/^(?:RssAnon|RssShmem|VmPTE|VmSwap):\s+(\d+)/gm)) kilobytes += Number(match[1]);
  return kilobytes * 1024;
}

function cpuOf(stat: string): number {
  // The name is in parentheses and may itself contain parentheses. The third field follows it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(CPU_FIELD, CPU_FIELD + 4).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS_PER_SECOND;
}

/** Index of the first of four times: user, system, and both for children that were waited for. */
const CPU_FIELD = 11;
/** The unit of times in /proc, on every Linux. */
const TICKS_PER_SECOND = 100;

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function childrenOf(pid: number, thread: string): readonly number[] {
  const text = read(`/proc/${pid}/task/${thread}/children`)?.trim();
  return text === undefined || text === '' ? [] : text.split(' ').map(Number);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
