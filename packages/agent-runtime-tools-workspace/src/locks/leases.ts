import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { join } from 'node:path';
import type { FileSystem } from '../fs/file-system.ts';
import { readStateFile } from '../state/state-files.ts';
import { makeFolder } from '../state/state-folder.ts';
import { lookAt, ownIdentity, sharesClock, type ProcessIdentity } from './process-identity.ts';

/** Whether a holder is at work. `unknown` is nothing to act on: it is answered after a lease's time of watching. */
export type HolderState = 'alive' | 'dead' | 'unknown';

/** How long a holder that gives no sign is taken to be at work. */
export const LEASE_MS = 6000;

/**
 * The leases of those who hold locks or journals below a state folder. Whoever does writes the time into a file of its
 * own again and again; whoever meets a holder that it cannot look at, being a worker thread or in another container or on
 * another machine, watches that file.
 */
export class Leases {
  readonly #fs: FileSystem;
  readonly #folder: string;
  readonly #leaseMs: number;
  readonly #watched = new Map<ProcessIdentity, Watch>();
  #holds = 0;
  #beatAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(fs: FileSystem, folder: string, leaseMs = LEASE_MS) {
    this.#fs = fs;
    this.#folder = folder;
    this.#leaseMs = leaseMs;
  }

  /** To be called before something is taken; the function that comes back ends it. Never fails. */
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

  /** `isActive` answers for this very thread. */
  async stateOf(identity: ProcessIdentity, isActive: () => boolean): Promise<HolderState> {
    const known = lookAt(identity);
    if (known === 'own') return isActive() ? 'alive' : 'dead';
    return known === 'unknown' ? this.#watch(identity) : known;
  }

  async #watch(identity: ProcessIdentity): Promise<HolderState> {
    const said = await this.#read(identity);
    const age = Date.now() - Number(said ?? Number.NaN);
    if (sharesClock(identity) && age >= 0) return age < this.#leaseMs ? 'alive' : 'dead';
    // Clocks of two machines may differ by seconds; they do not by hours.
    if (age > LONG_AGO_MS) return 'dead';
    const [now, watch] = [performance.now(), this.#watched.get(identity)];
    if (watch === undefined || watch.said !== said) {
      const isNew = watch === undefined;
      if (this.#watched.size >= MAX_WATCHED) this.#watched.clear();
      this.#watched.set(identity, { said, silentMs: 0, lookedAt: now });
      return isNew ? 'unknown' : 'alive';
    }
    // Long pauses between two looks are this process's own, and say nothing about the other.
    watch.silentMs += Math.min(now - watch.lookedAt, this.#leaseMs / 4);
    watch.lookedAt = now;
    return watch.silentMs >= this.#leaseMs ? 'dead' : 'unknown';
  }

  async #beat(): Promise<void> {
    this.#beatAt = performance.now();
    try {
      await this.#write();
    } catch {
      // Without its lease a holder is watched as one that never wrote any.
      await makeFolder(this.#fs, this.#folder)
        .then(() => this.#write())
        .catch(() => undefined);
    }
  }

  /** The same number of digits each time: who reads meanwhile finds one time or the other. */
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
    const said = bytes?.toString('latin1') ?? '';
    // One that is just being made is empty.
    return /^\d+$/.test(said) ? said : undefined;
  }

  #path(identity: ProcessIdentity): string {
    return join(this.#folder, createHash('sha256').update(identity).digest('hex').slice(0, 32));
  }
}

interface Watch {
  readonly said: string | undefined;
  /** How long it was seen to stay the same. */
  silentMs: number;
  lookedAt: number;
}

const MAX_WATCHED = 1000;
const LONG_AGO_MS = 60 * 60 * 1000;
