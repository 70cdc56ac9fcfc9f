import { constants } from 'node:fs';
import { join } from 'node:path';
import type { FileSystem } from '../fs/file-system.ts';
import { isMissing } from '../fs/system-failure.ts';
import { isAlive } from '../locks/process-identity.ts';
import { stateFailure } from '../state/state-failure.ts';
import { readStateFile, removeQuietly, syncFolder, writeStateFile } from '../state/state-files.ts';
import type { ChangeRecord } from './change-record.ts';
import { parseRecord } from './parse-record.ts';

/**
 * How far a transaction went: `intended` (its targets are untouched), `committed` (it will be carried out) or
 * `aborted` (it was being carried out and is being taken back).
 */
export type JournalStage = 'intended' | 'committed' | 'aborted';

export interface JournalEntry {
  readonly record: ChangeRecord;
  readonly stage: JournalStage;
}

/** The write-ahead journal: a record per running transaction, and a mark that says in which direction it ends. */
export class Journal {
  readonly #fs: FileSystem;
  readonly #folder: string;
  readonly #changes: string;

  constructor(fs: FileSystem, folders: { journal: string; changes: string }) {
    this.#fs = fs;
    this.#folder = folders.journal;
    this.#changes = folders.changes;
  }

  async begin(record: ChangeRecord): Promise<void> {
    // The name of a record being written says by whom, as the record itself cannot yet.
    const draft = join(this.#folder, `${record.id}.${encodeURIComponent(record.owner)}${DRAFT}`);
    try {
      await writeStateFile(this.#fs, draft, Buffer.from(JSON.stringify(record)));
      await this.#fs.rename(draft, this.#path(record.id, 'json'));
      await syncFolder(this.#fs, this.#folder);
    } catch (error) {
      await removeQuietly(this.#fs, draft);
      throw stateFailure(error);
    }
  }

  /** From here on the transaction happens, whatever happens. */
  async commit(id: string): Promise<void> {
    const mark = await this.#fs.open(
      this.#path(id, 'commit'),
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
      0o600,
    );
    await mark.close();
    await syncFolder(this.#fs, this.#folder);
  }

  /** Turns a committed transaction round. Needs no room on the disk. */
  async abort(id: string): Promise<void> {
    await twice(async () => {
      await this.#fs.rename(this.#path(id, 'commit'), this.#path(id, 'abort')).catch(ignoreMissing);
    });
    await syncFolder(this.#fs, this.#folder).catch(() => undefined);
  }

  /** The record of what is done becomes the record of what can be undone. */
  async complete(id: string): Promise<void> {
    await twice(() => this.#fs.rename(this.#path(id, 'json'), join(this.#changes, `${id}.json`)).catch(ignoreMissing));
    await removeQuietly(this.#fs, this.#path(id, 'commit'));
  }

  /** Forgets a transaction of which nothing is left. */
  async discard(id: string): Promise<boolean> {
    if (!(await removeQuietly(this.#fs, this.#path(id, 'json')))) return false;
    return removeQuietly(this.#fs, this.#path(id, 'abort'));
  }

  /** What is under way or was left. */
  async entries(): Promise<JournalEntry[]> {
    const names = new Set((await this.#fs.readdir(this.#folder)).map(({ name }) => name));
    const entries: JournalEntry[] = [];
    for (const name of [...names].sort()) {
      if (!name.endsWith('.json')) continue;
      const id = idOf(name);
      const record = parseRecord(await readStateFile(this.#fs, join(this.#folder, name)));
      const stage = names.has(`${id}.abort`) ? 'aborted' : names.has(`${id}.commit`) ? 'committed' : 'intended';
      if (record !== undefined) entries.push({ record, stage });
    }
    return entries;
  }

  /** Takes away drafts of dead processes, marks without a record, and damaged records. */
  async sweep(isActive: (id: string) => boolean): Promise<void> {
    const names = new Set((await this.#fs.readdir(this.#folder)).map(({ name }) => name));
    for (const name of names) {
      const id = idOf(name);
      if (isActive(id) || !(await this.#isGarbage(name, id, names))) continue;
      await removeQuietly(this.#fs, join(this.#folder, name));
    }
  }

  async #isGarbage(name: string, id: string, names: ReadonlySet<string>): Promise<boolean> {
    if (name.endsWith(DRAFT))
      return !isAlive(decodeURIComponent(name.slice(id.length + 1, -DRAFT.length)), () => false);
    if (name.endsWith('.json')) {
      const bytes = await readStateFile(this.#fs, join(this.#folder, name));
      return bytes !== undefined && parseRecord(bytes) === undefined;
    }
    // A mark comes after its record and goes after it.
    return !names.has(`${id}.json`);
  }

  #path(id: string, suffix: 'json' | 'commit' | 'abort'): string {
    return join(this.#folder, `${id}.${suffix}`);
  }
}

/** The transaction that a file of the journal belongs to. */
export function idOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

const DRAFT = '.draft';

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

async function twice(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch {
    await action();
  }
}
