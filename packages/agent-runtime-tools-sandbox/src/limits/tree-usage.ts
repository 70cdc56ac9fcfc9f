import { readdirSync, readFileSync } from 'node:fs';

/** What a process and all its descendants use. */
export interface TreeUsage {
  /** Processes and threads. */
  readonly tasks: number;
  readonly memoryBytes: number;
  /** Of the living, and of the dead that somebody has waited for. */
  readonly cpuSeconds: number;
}

export interface TreeOptions {
  readonly mostTasks: number;
  /** Called with every process and thread that is found. */
  readonly onTask?: (task: number, root: number) => void;
}

/**
 * Reads the process table from one process downwards. In a process namespace that is everybody: who loses its parent
 * becomes a child of the first. Stops counting at `mostTasks`, and when it takes too long. Undefined when the process is gone.
 */
export function treeUsage(root: number, { mostTasks, onTask }: TreeOptions): TreeUsage | undefined {
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
    if (total.tasks >= mostTasks || performance.now() > end) return total;
    for (const thread of threads) {
      onTask?.(Number(thread), root);
      waiting.push(...childrenOf(pid, thread));
    }
  }
  return total.tasks === 0 ? undefined : total;
}

/** The processes below one, as far as they can be found in a moment: new ones may appear as fast as they are read. */
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

/** Whether this kernel tells a process's children. */
export function canReadTree(): boolean {
  return read(`/proc/self/task/${process.pid}/children`) !== undefined;
}

/** Its own pages, shared ones that are no file's, and the tables for all of them. */
function memoryOf(status: string): number {
  let kilobytes = 0;
  for (const match of status.matchAll(/^(?:RssAnon|RssShmem|VmPTE|VmSwap):\s+(\d+)/gm)) kilobytes += Number(match[1]);
  return kilobytes * 1024;
}

function cpuOf(stat: string): number {
  // The name stands in parentheses and may hold anything. What follows begins with the third field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(CPU_FIELD, CPU_FIELD + 4).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS_PER_SECOND;
}

/** Where user, system, and both of waited-for children begin. */
const CPU_FIELD = 11;
/** What Linux shows to programs, whatever it uses inside. */
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
