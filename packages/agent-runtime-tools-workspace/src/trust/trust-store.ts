import { constants } from 'node:fs';
import { join, resolve } from 'node:path';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { refuse, workspaceErrors } from '../errors.ts';
import type { FileSystem } from '../fs/file-system.ts';
import { nodeFileSystem } from '../fs/node-file-system.ts';
import { isMissing, systemFailure } from '../fs/system-failure.ts';
import { isWithin } from '../paths/roots.ts';
import { readRange } from '../read/open-file.ts';
import { updateStateFile } from '../state/update-state-file.ts';
import { realpathOfNew, stateHome } from '../state/state-folder.ts';
import { parseTrustFile, type TrustEntry, type TrustSubject } from './trust-entry.ts';

export interface TrustStoreOptions {
  /** Default `trust.json` in `stateHome()`. Never inside a workspace. */
  readonly file?: string;
}

/** Stores which content people have trusted, by workspace, subject and digest. */
export interface TrustStore {
  readonly file: string;
  /** True only if exactly this content was trusted. Never rejects: a file that cannot be read trusts nothing. */
  isTrusted(subject: TrustSubject): Promise<boolean>;
  /** Trusts this content instead of what was trusted for the subject before. */
  trust(subject: TrustSubject): Promise<void>;
  /** Revokes trust in one subject, or in everything of a workspace. Returns the number of removed entries. */
  revoke(which: { readonly workspace: string; readonly subject?: string }): Promise<number>;
  list(): Promise<readonly TrustEntry[]>;
  /** Why an existing file is not used; undefined if nothing is wrong. */
  problem(): Promise<string | undefined>;
}

export function createTrustStore({ file = join(stateHome(), 'trust.json') }: TrustStoreOptions = {}): TrustStore {
  return new FileTrustStore(nodeFileSystem, resolve(file));
}

class FileTrustStore implements TrustStore {
  readonly file: string;
  readonly #fs: FileSystem;

  constructor(fs: FileSystem, file: string) {
    this.#fs = fs;
    this.file = file;
  }

  async isTrusted({ workspace, subject, digest }: TrustSubject): Promise<boolean> {
    try {
      const real = await this.#realWorkspace(workspace);
      const { entries } = await this.#read();
      return entries.some((entry) => entry.workspace === real && entry.subject === subject && entry.digest === digest);
    } catch {
      return false;
    }
  }

  async trust({ workspace, subject, digest }: TrustSubject): Promise<void> {
    if (!DIGEST.test(digest)) throw new TypeError('A digest is "sha256:" and 64 hexadecimal digits: see trustDigest.');
    if (subject === '') throw new TypeError('The subject must not be empty.');
    const real = await this.#realWorkspace(workspace);
    const entry: TrustEntry = { workspace: real, subject, digest, trustedAt: new Date().toISOString() };
    await this.#change((entries) => [...entries.filter((other) => !isAbout(other, real, subject)), entry]);
  }

  async revoke({ workspace, subject }: { readonly workspace: string; readonly subject?: string }): Promise<number> {
    const real = await realpathOfNew(this.#fs, resolve(workspace));
    let removed = 0;
    await this.#change((entries) => {
      const kept = entries.filter((entry) => !isAbout(entry, real, subject));
      removed = entries.length - kept.length;
      return removed === 0 ? undefined : kept;
    });
    return removed;
  }

  async list(): Promise<readonly TrustEntry[]> {
    return (await this.#read()).entries;
  }

  async problem(): Promise<string | undefined> {
    return (await this.#read()).problem;
  }

  /** The real path of the workspace. Refuses a trust store that lies in the workspace, where tools could write it. */
  async #realWorkspace(workspace: string): Promise<string> {
    const real = await this.#fs.realpath(resolve(workspace)).catch((error: unknown) => {
      throw systemFailure(error, workspace);
    });
    const store = await realpathOfNew(this.#fs, this.file);
    if (isWithin(real, store) || isWithin(real, this.file))
      throw new TypeError(`The trust store ${this.file} lies in the workspace ${real}; keep it outside.`);
    return real;
  }

  #change(update: (entries: readonly TrustEntry[]) => readonly TrustEntry[] | undefined): Promise<void> {
    const updateText = async (): Promise<string | undefined> => {
      const { entries, problem } = await this.#read();
      const updated = update(entries);
      if (updated === undefined) return undefined;
      if (updated.length > MAX_ENTRIES) refuse(workspaceErrors.TOO_LARGE({ message: 'The trust store is full.' }));
      if (problem !== undefined) await this.#renameDamaged();
      return `${JSON.stringify({ version: 1, entries: updated }, undefined, 2)}\n`;
    };
    return updateStateFile(this.file, updateText, { fs: this.#fs });
  }

  /** Keeps a damaged file for inspection. */
  async #renameDamaged(): Promise<void> {
    await this.#fs.rename(this.file, `${this.file}.damaged`).catch((error: unknown) => {
      if (!isMissing(error)) throw systemFailure(error, this.file);
    });
  }

  async #read(): Promise<{ readonly entries: readonly TrustEntry[]; readonly problem?: string }> {
    try {
      const stat = await this.#fs.lstat(this.file);
      const problem = problemOf(stat);
      if (problem !== undefined) return { entries: [], problem };
      const file = await this.#fs.open(this.file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        return { entries: parseTrustFile((await readRange(file, 0, stat.size)).toString()) };
      } finally {
        await file.close().catch(() => undefined);
      }
    } catch (error) {
      if (isMissing(error)) return { entries: [] };
      return { entries: [], problem: errorMessage(error) };
    }
  }
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;
const MAX_ENTRIES = 10_000;
const MAX_BYTES = 8 << 20;

function isAbout(entry: TrustEntry, workspace: string, subject: string | undefined): boolean {
  return entry.workspace === workspace && (subject === undefined || entry.subject === subject);
}

/** Why a file must not be used: others could have written it, or it is not a regular file. */
function problemOf({ kind, mode, size, uid }: Awaited<ReturnType<FileSystem['lstat']>>): string | undefined {
  if (kind !== 'file') return 'it is not a regular file';
  if (size > MAX_BYTES) return `it is larger than ${MAX_BYTES} bytes`;
  if (process.platform === 'win32') return undefined;
  if ((mode & 0o022) !== 0) return 'others may write it';
  if (uid !== process.getuid?.() && uid !== 0) return 'it belongs to another user';
  return undefined;
}
