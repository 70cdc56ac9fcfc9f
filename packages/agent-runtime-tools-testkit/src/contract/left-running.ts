import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDeletedFiles } from './deleted-files.ts';

/**
 * Does some work and names what it started that still keeps the process alive: timers, servers, sockets, watchers,
 * child processes; and files of a folder that is gone by now, still open. What is closing has some time to close.
 * Whatever others start meanwhile does not count.
 */
export async function leftRunning(work: () => Promise<void>, withinMs: number): Promise<string[]> {
  const scope = new AsyncLocalStorage<true>();
  const started = new Map<number, Started>();
  const hook = createHook({
    init(id, type, _trigger, resource) {
      if (scope.getStore() === true && isReferenced(resource)) started.set(id, { type, resource });
    },
    // Timers that are over say so only here; what is closed has no reference any more.
    destroy: (id) => void started.delete(id),
  });
  const before = await outsideNode();
  hook.enable();
  try {
    await scope.run(true, work);
    return await whatStays(started, before, withinMs);
  } finally {
    hook.disable();
  }
}

/** What can keep a process alive, and says whether it does. */
interface Referenced {
  hasRef(): boolean;
}

interface Started {
  readonly type: string;
  readonly resource: Referenced;
}

const POLL_MS = 10;

async function whatStays(
  started: ReadonlyMap<number, Started>,
  before: readonly Outside[],
  withinMs: number,
): Promise<string[]> {
  // Counted in looks, not by a clock: on a busy machine time passes in which nothing had a chance to close.
  for (let looks = Math.ceil(withinMs / POLL_MS); ; looks--) {
    const kinds = [...started.values()].filter(({ resource }) => resource.hasRef()).map(({ type }) => type);
    const outside = (await outsideNode()).filter(({ id }) => !before.some((known) => known.id === id));
    if (kinds.length + outside.length === 0) return [];
    if (looks <= 0) return counted([...kinds, ...outside.map(({ kind }) => kind)]);
    await sleep(POLL_MS);
  }
}

/** What Node does not wait for, but the system keeps. */
interface Outside {
  readonly kind: 'child process' | 'open file';
  readonly id: string;
}

async function outsideNode(): Promise<Outside[]> {
  const children = (await childProcesses()).map((id) => ({ kind: 'child process' as const, id }));
  return [...children, ...openDeletedFiles().map((id) => ({ kind: 'open file' as const, id }))];
}

function isReferenced(resource: object): resource is Referenced {
  return 'hasRef' in resource && typeof resource.hasRef === 'function';
}

/** Their ids, with the detached ones, for which Node does not wait. Where the system does not tell: none. */
async function childProcesses(): Promise<string[]> {
  try {
    const threads = await readdir('/proc/self/task');
    const lists = await Promise.all(
      threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'utf8').catch(() => '')),
    );
    return lists.join(' ').split(/\s+/).filter(Boolean);
  } catch {
    return [];
  }
}

function counted(kinds: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`);
}
