import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDeletedFiles } from './deleted-files.ts';

/**
 * Does some work and lists the resources it started that still keep the process alive after a while: timers, servers,
 * sockets, watchers and child processes, and open files that have been deleted. Ignores resources that other code starts
 * meanwhile.
 */
export async function leakedResources(work: () => Promise<void>, withinMs: number): Promise<string[]> {
  const scope = new AsyncLocalStorage<true>();
  const started = new Map<number, Started>();
  const hook = createHook({
    init(id, type, _trigger, resource) {
      if (scope.getStore() === true && isReferenced(resource)) started.set(id, { type, resource });
    },
    // A timer that has fired is reported only here. Closed handles lose their reference.
    destroy: (id) => void started.delete(id),
  });
  const before = await systemResources();
  hook.enable();
  try {
    await scope.run(true, work);
    return await waitForRelease(started, before, withinMs);
  } finally {
    hook.disable();
  }
}

/** A resource of Node that can keep the process alive. */
interface Referenced {
  hasRef(): boolean;
}

interface Started {
  readonly type: string;
  readonly resource: Referenced;
}

const POLL_MS = 10;

/** Polls until everything is released, then returns an empty list; or returns what is left after the given time. */
async function waitForRelease(
  started: ReadonlyMap<number, Started>,
  before: readonly SystemResource[],
  withinMs: number,
): Promise<string[]> {
  // Counts polls instead of time, because on a busy machine time may pass in which nothing could run.
  for (let polls = Math.ceil(withinMs / POLL_MS); ; polls--) {
    const types = [...started.values()].filter(({ resource }) => resource.hasRef()).map(({ type }) => type);
    const system = (await systemResources()).filter(({ id }) => !before.some((known) => known.id === id));
    if (types.length + system.length === 0) return [];
    if (polls <= 0) return counted([...types, ...system.map(({ kind }) => kind)]);
    await sleep(POLL_MS);
  }
}

/** A resource that the operating system keeps although Node does not wait for it. */
interface SystemResource {
  readonly kind: 'child process' | 'open file';
  readonly id: string;
}

async function systemResources(): Promise<SystemResource[]> {
  const children = (await childProcesses()).map((id) => ({ kind: 'child process' as const, id }));
  return [...children, ...openDeletedFiles().map((id) => ({ kind: 'open file' as const, id }))];
}

function isReferenced(resource: object): resource is Referenced {
  return 'hasRef' in resource && typeof resource.hasRef === 'function';
}

/** The process ids of all children, including detached ones. Linux only; elsewhere empty. */
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
