import { constants } from 'node:fs';
import { join } from 'node:path';
import type { FileSystem } from '../../fs/file-system.ts';
import { refuse, workspaceErrors } from '../../errors.ts';
import { isMissing, systemCode } from '../../fs/system-failure.ts';
import type { Leases } from '../../locks/leases.ts';
import { stateFailure } from '../../state/state-failure.ts';
import { readStateFile, removeQuietly, syncFolder, writeStateFile } from '../../state/state-files.ts';
import type { ChangeRecord } from './change-record.ts';
import { parseRecord } from './parse-record.ts';

/**
 * How far a transaction went: `intended` (its targets are untouched), `committed` (it will be finished) or
 * `aborted` (it had begun to change its targets and is being rolled back).
 */
export type JournalStage = 'intended' | 'committed' | 'aborted';

export interface JournalEntry {
  readonly record: ChangeRecord;
  readonly stage: JournalStage;
}

/** The write-ahead journal: one record per running transaction, and marks that tell whether to finish it or to roll it back. */
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
    // The draft's name tells its owner, because its content may be incomplete.
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

  /** Commits: from here on recovery finishes the transaction. Fails if another process has taken this one for dead. */
  async commit(id: string): Promise<void> {
    await this.#mark(id, 'commit');
    await syncFolder(this.#fs, this.#folder);
    if (!(await this.#exists(id, 'json')) || (await this.#exists(id, 'taken'))) {
      await removeQuietly(this.#fs, this.#path(id, 'commit'));
      refuse(
        workspaceErrors.IO_ERROR({
          message:
            'Nothing was changed: this process was blocked for so long that another one has rolled its transaction back.',
          suggestion: 'Try once more.',
        }),
      );
    }
  }

  /**
   * Takes over the transaction of a dead process and returns its current entry. A transaction that is not committed is
   * marked first, so that its process cannot commit it should it wake up. Undefined if the transaction has ended or its
   * process has just gone on.
   */
  async takeOver(id: string): Promise<JournalEntry | undefined> {
    if ((await this.#stageOf(id)) === 'intended') {
      await this.#mark(id, 'taken').catch((error: unknown) => {
        if (systemCode(error) !== 'EEXIST') throw error;
      });
      if (await this.#exists(id, 'commit')) {
        await removeQuietly(this.#fs, this.#path(id, 'taken'));
        return undefined;
      }
    }
    const record = parseRecord(await readStateFile(this.#fs, this.#path(id, 'json')));
    if (record !== undefined) return { record, stage: await this.#stageOf(id) };
    await removeQuietly(this.#fs, this.#path(id, 'taken'));
    return undefined;
  }

  /** Marks a committed transaction for rollback, by a rename that needs no disk space. */
  async abort(id: string): Promise<void> {
    await twice(async () => {
      await this.#fs.rename(this.#path(id, 'commit'), this.#path(id, 'abort')).catch(ignoreMissing);
    });
    await syncFolder(this.#fs, this.#folder).catch(() => undefined);
  }

  /** Moves the record of a finished transaction to the list of changes, from which it can be undone. */
  async complete(id: string): Promise<void> {
    await twice(() => this.#fs.rename(this.#path(id, 'json'), join(this.#changes, `${id}.json`)).catch(ignoreMissing));
    await removeQuietly(this.#fs, this.#path(id, 'commit'));
  }

  /** Adds a change that was made already to the list of changes. */
  async record(record: ChangeRecord): Promise<void> {
    await this.begin(record);
    await this.complete(record.id);
  }

  /** Removes the record and marks of a transaction that was rolled back. */
  async discard(id: string): Promise<boolean> {
    if (!(await removeQuietly(this.#fs, this.#path(id, 'json')))) return false;
    if (!(await removeQuietly(this.#fs, this.#path(id, 'abort')))) return false;
    return removeQuietly(this.#fs, this.#path(id, 'taken'));
  }

  /** All transactions in the journal, running or left by dead processes. */
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

  /** Removes drafts of dead processes, marks without a record, and damaged records. */
  async sweep(leases: Leases, isActive: (id: string) => boolean): Promise<void> {
    const names = new Set((await this.#fs.readdir(this.#folder)).map(({ name }) => name));
    for (const name of names) {
      const id = idOf(name);
      if (isActive(id) || !(await this.#isGarbage(name, { id, names, leases }))) continue;
      await removeQuietly(this.#fs, join(this.#folder, name));
    }
  }

  async #isGarbage(
    name: string,
    { id, names, leases }: { id: string; names: ReadonlySet<string>; leases: Leases },
  ): Promise<boolean> {
    if (name.endsWith(DRAFT)) {
      const owner = decodeURIComponent(name.slice(id.length + 1, -DRAFT.length));
      return (await leases.stateOf(owner, () => false)) === 'dead';
    }
    if (name.endsWith('.json')) {
      const bytes = await readStateFile(this.#fs, join(this.#folder, name));
      return bytes !== undefined && parseRecord(bytes) === undefined;
    }
    // A mark is created after its record and removed after it.
    return !names.has(`${id}.json`);
  }

  async #stageOf(id: string): Promise<JournalStage> {
    if (await this.#exists(id, 'abort')) return 'aborted';
    return (await this.#exists(id, 'commit')) ? 'committed' : 'intended';
  }

  async #mark(id: string, mark: 'commit' | 'taken'): Promise<void> {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    await (await this.#fs.open(this.#path(id, mark), flags, 0o600)).close();
  }

  async #exists(id: string, suffix: JournalSuffix): Promise<boolean> {
    try {
      await this.#fs.lstat(this.#path(id, suffix));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  #path(id: string, suffix: JournalSuffix): string {
    return join(this.#folder, `${id}.${suffix}`);
  }
}

/** A record, or a mark. `taken` prevents an uncommitted transaction from being committed. */
type JournalSuffix = 'json' | 'commit' | 'abort' | 'taken';

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
