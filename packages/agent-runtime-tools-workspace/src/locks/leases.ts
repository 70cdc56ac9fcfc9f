import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { join } from 'node:path';
import type { FileSystem } from '../fs/file-system.ts';
import { readStateFile } from '../state/state-files.ts';
import { makeFolder } from '../state/state-folder.ts';
import { checkHolder, ownIdentity, sharesClock, type ProcessIdentity } from './process-identity.ts';

/** Whether a holder is alive. `unknown` turns into one of the others after its lease was watched for `leaseMs`. */
export type HolderState = 'alive' | 'dead' | 'unknown';

/** How long a holder without a heartbeat counts as alive. */
export const DEFAULT_LEASE_MS = 6000;

/**
 * The leases of those who hold locks or run transactions below a state folder. Every holder writes the time to its own file
 * as a heartbeat. A holder whose process cannot be checked, because it is a worker thread or runs in another container or
 * on another machine, is judged by that file.
 */
export class Leases {
  readonly #fs: FileSystem;
  readonly #folder: string;
  readonly #leaseMs: number;
  readonly #watched = new Map<ProcessIdentity, Watch>();
  #holds = 0;
  #beatAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(fs: FileSystem, folder: string, leaseMs = DEFAULT_LEASE_MS) {
    this.#fs = fs;
    this.#folder = folder;
    this.#leaseMs = leaseMs;
  }

  /** Starts the heartbeat, before a lock is taken. Returns the function that ends it. Never fails. */
  async hold(): Promise<() => void> {
    this.#holds++;
    this.#timer ??= setInterval(() => void this.#beat(), this.#leaseMs / 4).unref();
    if (performance.now() - this.#beatAt > this.#leaseMs / 4) await this.#beat();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      if (--this.#holds > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  /** `isActive` answers for holders of this thread. */
  async stateOf(identity: ProcessIdentity, isActive: () => boolean): Promise<HolderState> {
    const known = checkHolder(identity);
    if (known === 'own') return isActive() ? 'alive' : 'dead';
    return known === 'unknown' ? this.#watch(identity) : known;
  }

  async #watch(identity: ProcessIdentity): Promise<HolderState> {
    const heartbeat = await this.#read(identity);
    const age = Date.now() - Number(heartbeat ?? Number.NaN);
    if (sharesClock(identity) && age >= 0) return age < this.#leaseMs ? 'alive' : 'dead';
    // The clocks of two machines may differ by seconds, but not by hours.
    if (age > LONG_AGO_MS) return 'dead';
    const [now, watch] = [performance.now(), this.#watched.get(identity)];
    if (watch === undefined || watch.heartbeat !== heartbeat) {
      const isNew = watch === undefined;
      if (this.#watched.size >= MAX_WATCHED) this.#watched.clear();
      this.#watched.set(identity, { heartbeat, silentMs: 0, checkedAt: now });
      return isNew ? 'unknown' : 'alive';
    }
    // A long time between two checks is a pause of this process, so it counts only in part.
    watch.silentMs += Math.min(now - watch.checkedAt, this.#leaseMs / 4);
    watch.checkedAt = now;
    return watch.silentMs >= this.#leaseMs ? 'dead' : 'unknown';
  }

  async #beat(): Promise<void> {
    this.#beatAt = performance.now();
    try {
      await this.#write();
    } catch {
      // A holder without a lease file is judged as one that never wrote one.
      await makeFolder(this.#fs, this.#folder)
        .then(() => this.#write())
        .catch(() => undefined);
    }
  }

  /** The text always has the same length, so that a concurrent reader sees the old or the new time. */
  async #write(): Promise<void> {
    const file = await this.#fs.open(this.#path(ownIdentity), constants.O_WRONLY | constants.O_CREAT, 0o600);
    try {
      await file.write(Buffer.from(String(Date.now())));
    } finally {
      await file.close();
    }
  }

  async #read(identity: ProcessIdentity): Promise<string | undefined> {
    const bytes = await readStateFile(this.#fs, this.#path(identity)).catch(() => undefined);
    const heartbeat = bytes?.toString('latin1') ?? '';
    // A file that is being created is still empty.
    return /^\d+$/.test(heartbeat) ? heartbeat : undefined;
  }

  #path(identity: ProcessIdentity): string {
    return join(this.#folder, createHash('sha256').update(identity).digest('hex').slice(0, 32));
  }
}

interface Watch {
  readonly heartbeat: string | undefined;
  /** How long the heartbeat has been seen unchanged. */
  silentMs: number;
  checkedAt: number;
}

const MAX_WATCHED = 1000;
const LONG_AGO_MS = 60 * 60 * 1000;
