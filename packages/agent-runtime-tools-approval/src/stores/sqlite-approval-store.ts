import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
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
      const list = await this.#rows('SELECT id, body FROM approvals ORDER BY created', parseApproval);
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
    return this.#rows('SELECT id, body FROM pending', parsePending);
  }

  async putPending(pending: PendingApproval): Promise<void> {
    const statement = 'INSERT OR REPLACE INTO pending (id, body) VALUES (?, ?)';
    (await this.#database()).prepare(statement).run(pending.request.id, JSON.stringify(pending));
  }

  async takePending(id: string): Promise<PendingApproval | undefined> {
    const row = (await this.#database()).prepare('DELETE FROM pending WHERE id = ? RETURNING id, body').get(id);
    return row === undefined ? undefined : this.#read(row, parsePending)[0];
  }

  problems(): readonly string[] {
    return this.#problems;
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    if (opening !== undefined) (await opening).close();
  }

  async #rows<T>(statement: string, parse: (body: unknown) => T): Promise<T[]> {
    const rows = (await this.#database()).prepare(statement).all();
    return rows.flatMap((row) => this.#read(row, parse));
  }

  /** A row that cannot be read approves nothing, and says so once. */
  #read<T>(row: Record<string, unknown>, parse: (body: unknown) => T): T[] {
    try {
      return [parse(JSON.parse(String(row['body'])))];
    } catch (error) {
      this.#report(`The entry ${JSON.stringify(row['id'])} of ${this.file} could not be read (${messageOf(error)}).`);
      return [];
    }
  }

  #report(problem: string): void {
    if (this.#problems.includes(problem) || this.#problems.length >= MOST_PROBLEMS) return;
    this.#problems.push(problem);
    this.#onProblem?.(problem);
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
    const why = messageOf(error);
    this.#report(`${this.file} could not be read (${why}); it was put aside as ${aside}, and nothing is remembered.`);
  }
}

async function openDatabase(file: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  // What people allowed is nobody else's business; SQLite's other files take after this one.
  await (await open(file, 'a', 0o600)).close();
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const MOST_PROBLEMS = 20;

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
function isCorrupt(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 11 || error.errcode === 26);
}
