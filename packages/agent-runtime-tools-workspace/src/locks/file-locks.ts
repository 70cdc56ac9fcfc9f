import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { checkSignal, refuse, workspaceErrors } from '../errors.ts';
import type { FileSystem } from '../fs/file-system.ts';
import { isMissing, systemCode } from '../fs/system-failure.ts';
import { foldName } from '../paths/fold-name.ts';
import { stateFailure } from '../state/state-failure.ts';
import { removeQuietly } from '../state/state-files.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import { Leases } from './leases.ts';
import { ownIdentity } from './process-identity.ts';

export interface LockOptions {
  /** How long to wait before failing with LOCKED. Default 10 s. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Held until released; `await using` releases it. */
export interface FileLock extends AsyncDisposable {
  release(): Promise<void>;
}

/**
 * Locks files against other calls of this process and against other processes that share the state folder. Across
 * processes a lock is a symbolic link whose target names the holder: creating it is atomic. It is stale when the holder is
 * dead or has not renewed its lease.
 */
export class FileLocks {
  readonly #fs: FileSystem;
  readonly #folder: string;

  readonly #leases: Leases;

  constructor(fs: FileSystem, folder: string, leases = new Leases(fs, join(dirname(folder), 'leases'))) {
    this.#fs = fs;
    this.#folder = folder;
    this.#leases = leases;
  }

  /**
   * Locks all paths or none, except those that the caller already holds (`held`). Locks are taken in the same order
   * everywhere, so that there is no deadlock.
   */
  async acquire(
    paths: readonly string[],
    options: LockOptions & { readonly held?: readonly string[] } = {},
  ): Promise<FileLock> {
    const { timeoutMs = 10_000, signal, held: own = [] } = options;
    const known = new Set(own.map(keyOf));
    const byKey = new Map(paths.map((path) => [keyOf(path), path]));
    const keys = [...byKey.keys()].filter((key) => !known.has(key)).sort();
    const endLease = await this.#leases.hold();
    const releases: (() => Promise<void>)[] = [];
    let released: Promise<void> | undefined;
    const release = (): Promise<void> => (released ??= releaseAll(releases).finally(endLease));
    try {
      const deadline = Date.now() + timeoutMs;
      for (const key of keys) {
        const acquired = this.#acquireOne(key, deadline, signal);
        releases.push(await acquired.catch((error: unknown) => throwWithPath(error, byKey.get(key) ?? '')));
      }
    } catch (error) {
      await release();
      throw stateFailure(error);
    }
    return { release, [Symbol.asyncDispose]: release };
  }

  /** Removes the locks of dead holders. Never fails. */
  async sweep(): Promise<void> {
    for (const { name } of await this.#fs.readdir(this.#folder).catch(() => [])) {
      if (name.endsWith('.lock')) await this.#breakStale(join(this.#folder, name)).catch(() => false);
    }
  }

  async #acquireOne(key: string, deadline: number, signal: AbortSignal | undefined): Promise<() => Promise<void>> {
    const path = join(this.#folder, `${key}.lock`);
    const leave = await mutex.acquire(path, { timeoutMs: Math.max(0, deadline - Date.now()), signal });
    try {
      await this.#hold(path, deadline, signal);
    } catch (error) {
      leave();
      throw error;
    }
    held.add(path);
    return async () => {
      // Another process may have taken this one for dead and hold the lock by now.
      const holder = await this.#fs.readlink(path).catch(() => ownIdentity);
      if (holder === ownIdentity) await removeQuietly(this.#fs, path);
      held.delete(path);
      leave();
    };
  }

  async #hold(path: string, deadline: number, signal: AbortSignal | undefined): Promise<void> {
    for (let wait = 1; ; wait = Math.min(wait * 2, 50)) {
      try {
        await this.#fs.symlink(ownIdentity, path);
        return;
      } catch (error) {
        if (systemCode(error) !== 'EEXIST') throw error;
      }
      if (await this.#breakStale(path)) continue;
      checkSignal(signal);
      if (Date.now() + wait > deadline) refuse(workspaceErrors.LOCKED());
      await sleep(wait);
    }
  }

  /** Removes the lock of a dead holder, under a guard: without it two processes could remove each other's new lock. */
  async #breakStale(path: string): Promise<boolean> {
    if (!(await this.#isStale(path))) return false;
    const guard = `${path}.break`;
    try {
      await this.#fs.mkdir(guard, 0o700);
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
      await this.#clearOldGuard(guard);
      return false;
    }
    try {
      if (await this.#isStale(path)) await this.#fs.unlink(path);
      return true;
    } finally {
      await this.#fs.rmdir(guard).catch(() => undefined);
    }
  }

  async #isStale(path: string): Promise<boolean> {
    try {
      return (await this.#leases.stateOf(await this.#fs.readlink(path), () => held.has(path))) === 'dead';
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** A guard is held only briefly: one that is older than five seconds was left by a dead process. */
  async #clearOldGuard(guard: string): Promise<void> {
    try {
      const { modifiedNs } = await this.#fs.lstat(guard);
      if (Date.now() - Number(modifiedNs / 1_000_000n) > 5000) await this.#fs.rmdir(guard);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

const mutex = new KeyedMutex();
/** The paths of the lock files that this thread holds. */
const held = new Set<string>();

/** Names that some file system treats as the same file share a lock. */
function keyOf(path: string): string {
  return createHash('sha256').update(path.split('/').map(foldName).join('/')).digest('hex').slice(0, 32);
}

/** Adds the path to a LOCKED failure. */
function throwWithPath(error: unknown, path: string): never {
  const isHeld = error instanceof ToolFailure && error.error.code === workspaceErrors.LOCKED.code;
  throw isHeld
    ? new ToolFailure(workspaceErrors.LOCKED({ message: `Another call or process holds ${path}.`, details: { path } }))
    : error;
}

async function releaseAll(releases: readonly (() => Promise<void>)[]): Promise<void> {
  for (const release of releases.toReversed()) await release();
}
