import { randomUUID } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { stateHome } from '@ku0/agent-runtime-tools-workspace';
import type { ApprovalStore, PendingApproval, RememberedApproval } from './approval-store.ts';
import { parseApproval, parsePending } from './parse-record.ts';

export interface SqliteApprovalStoreOptions {
  /** Default `approvals.db` in the state folder. Keep it outside of every workspace. */
  readonly file?: string;
  /** Told when a database that cannot be read was put aside. */
  readonly onProblem?: (problem: string) => void;
}

/** A SQLite database that several processes may share. Node's own SQLite is loaded on first use. */
export class SqliteApprovalStore implements ApprovalStore {
  readonly file: string;
  readonly #onProblem: ((problem: string) => void) | undefined;
  readonly #problems: string[] = [];
  #known: { readonly version: unknown; readonly list: readonly RememberedApproval[] } | undefined;
  #opening: Promise<DatabaseSync> | undefined;

  constructor({ file = join(stateHome(), 'approvals.db'), onProblem }: SqliteApprovalStoreOptions = {}) {
    this.file = resolve(file);
    this.#onProblem = onProblem;
  }

  async list(): Promise<readonly RememberedApproval[]> {
    const database = await this.#database();
    // The version changes with what other connections write; what this one writes clears the list.
    const version = database.prepare('PRAGMA data_version').get()?.['data_version'];
    if (this.#known === undefined || this.#known.version !== version) {
      const list = (await this.#rows('SELECT body FROM approvals ORDER BY created')).map(parseApproval);
      this.#known = { version, list };
    }
    return this.#known.list;
  }

  async add(approval: RememberedApproval): Promise<void> {
    const statement = 'INSERT OR REPLACE INTO approvals (id, created, body) VALUES (?, ?, ?)';
    const database = await this.#database();
    this.#known = undefined;
    database.prepare(statement).run(approval.id, approval.createdAt, JSON.stringify(approval));
  }

  async revoke(id: string): Promise<boolean> {
    const database = await this.#database();
    this.#known = undefined;
    return database.prepare('DELETE FROM approvals WHERE id = ?').run(id).changes > 0;
  }

  async pending(): Promise<readonly PendingApproval[]> {
    return (await this.#rows('SELECT body FROM pending')).map(parsePending);
  }

  async putPending(pending: PendingApproval): Promise<void> {
    const statement = 'INSERT OR REPLACE INTO pending (id, body) VALUES (?, ?)';
    (await this.#database()).prepare(statement).run(pending.request.id, JSON.stringify(pending));
  }

  async takePending(id: string): Promise<PendingApproval | undefined> {
    const row = (await this.#database()).prepare('DELETE FROM pending WHERE id = ? RETURNING body').get(id);
    return row === undefined ? undefined : parsePending(bodyOf(row));
  }

  problems(): readonly string[] {
    return this.#problems;
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    if (opening !== undefined) (await opening).close();
  }

  async #rows(statement: string): Promise<unknown[]> {
    return (await this.#database()).prepare(statement).all().map(bodyOf);
  }

  #database(): Promise<DatabaseSync> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<DatabaseSync> {
    await mkdir(dirname(this.file), { recursive: true, mode: 0o700 });
    try {
      return await openDatabase(this.file);
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      await this.#putAside(error);
      return openDatabase(this.file);
    }
  }

  async #putAside(error: unknown): Promise<void> {
    const aside = `${this.file}.corrupt-${randomUUID().slice(0, 8)}`;
    await rename(this.file, aside);
    const why = error instanceof Error ? error.message : String(error);
    const problem = `${this.file} could not be read (${why}); it was put aside as ${aside}, and nothing is remembered.`;
    this.#problems.push(problem);
    this.#onProblem?.(problem);
  }
}

async function openDatabase(file: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL;');
    database.exec(
      'CREATE TABLE IF NOT EXISTS approvals (id TEXT PRIMARY KEY, created REAL NOT NULL, body TEXT NOT NULL)',
    );
    database.exec('CREATE TABLE IF NOT EXISTS pending (id TEXT PRIMARY KEY, body TEXT NOT NULL)');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function bodyOf(row: Record<string, unknown>): unknown {
  return JSON.parse(String(row['body']));
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
function isCorrupt(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 11 || error.errcode === 26);
}
