import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineToolSpec } from '../../spec/define-tool-spec.ts';
import type { ToolSpec, ToolSpecDraft } from '../../spec/tool-spec.ts';
import { checkTableName, type SpecDatabase, type SpecRow } from './spec-database.ts';

export interface SqliteSpecDatabaseOptions {
  /** The file of the database. It is created if it is not there. */
  readonly file: string;
  /** Default `tool_specs`. */
  readonly table?: string;
  /** How often changes by other processes are looked for. Default 500. */
  readonly pollMs?: number;
}

/** Keeps specs in a SQLite file that several processes may use. Needs nothing but Node. */
export function sqliteSpecDatabase(options: SqliteSpecDatabaseOptions): SpecDatabase {
  return new SqliteSpecDatabase(options);
}

/** How long a statement is tried again while another process writes. */
const MAX_BUSY_MS = 5_000;

/** The statements that bring a table from one version to the next. Never change one: add another. */
const MIGRATIONS = [
  (table: string) => `CREATE TABLE ${table} (
    name TEXT PRIMARY KEY,
    spec TEXT NOT NULL CHECK (json_valid(spec)),
    updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ'))
  ) STRICT`,
] as const;

class SqliteSpecDatabase implements SpecDatabase {
  readonly label: string;
  readonly #file: string;
  readonly #table: string;
  readonly #pollMs: number;
  readonly #listeners = new Set<(names?: readonly string[]) => void>();
  #opening: Promise<DatabaseSync> | undefined;

  constructor({ file, table = 'tool_specs', pollMs = 500 }: SqliteSpecDatabaseOptions) {
    this.label = file;
    this.#file = resolve(file);
    this.#table = checkTableName(table);
    this.#pollMs = pollMs;
  }

  list(names?: readonly string[]): Promise<readonly SpecRow[]> {
    return this.#run((database) => {
      const chosen = names === undefined ? '' : 'WHERE name IN (SELECT value FROM json_each(?))';
      const statement = database.prepare(`SELECT name, spec FROM ${this.#table} ${chosen} ORDER BY name`);
      const rows = names === undefined ? statement.all() : statement.all(JSON.stringify(names));
      return rows.map(({ name, spec }) => ({ name: String(name), spec: String(spec) }));
    });
  }

  async put(draft: ToolSpecDraft | ToolSpec): Promise<void> {
    const spec = defineToolSpec({ ...draft });
    const statement = `INSERT INTO ${this.#table} (name, spec) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET spec = excluded.spec, updated_at = strftime('%Y-%m-%dT%H:%M:%fZ')`;
    await this.#run((database) => database.prepare(statement).run(spec.name, JSON.stringify(spec)));
    this.#notify(spec.name);
  }

  async remove(name: string): Promise<boolean> {
    const { changes } = await this.#run((database) =>
      database.prepare(`DELETE FROM ${this.#table} WHERE name = ?`).run(name),
    );
    if (changes > 0) this.#notify(name);
    return changes > 0;
  }

  /** SQLite has no notices, but a counter that changes when another connection has written. */
  async subscribe(listener: (names?: readonly string[]) => void): Promise<() => Promise<void>> {
    this.#listeners.add(listener);
    const stop = new AbortController();
    let version = await this.#version().catch(() => undefined);
    const poll = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        await sleep(this.#pollMs, undefined, { signal: stop.signal, ref: false });
        const current = await this.#version().catch(() => undefined);
        // After a failure everything may have changed.
        if (current !== version && current !== undefined) listener();
        version = current;
      }
    };
    const polling = poll().catch(() => undefined);
    return async () => {
      this.#listeners.delete(listener);
      stop.abort();
      await polling;
    };
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    (await opening?.catch(() => undefined))?.close();
  }

  /** This counter does not change for writes of this connection. */
  #notify(name: string): void {
    for (const listener of this.#listeners) listener([name]);
  }

  async #version(): Promise<number> {
    return this.#run((database) => Number(database.prepare('PRAGMA data_version').get()?.['data_version']));
  }

  /** Tries again while another process writes: SQLite's own waiting would block everything else here. */
  async #run<T>(work: (database: DatabaseSync) => T): Promise<T> {
    const giveUpAt = performance.now() + MAX_BUSY_MS;
    for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 50)) {
      try {
        return work(await this.#database());
      } catch (error) {
        if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
      }
      await sleep(waitMs);
    }
  }

  #database(): Promise<DatabaseSync> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<DatabaseSync> {
    const { DatabaseSync: Database } = await import('node:sqlite');
    const database = new Database(this.#file);
    try {
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
      migrate(database, this.#table);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }
}

/** Versions are kept for each table, because a file may have several. */
function migrate(database: DatabaseSync, table: string): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const versions = `${table}_migrations`;
    database.exec(`CREATE TABLE IF NOT EXISTS ${versions} (version INTEGER PRIMARY KEY) STRICT`);
    const done = Number(
      database.prepare(`SELECT coalesce(max(version), 0) AS version FROM ${versions}`).get()?.['version'],
    );
    if (done > MIGRATIONS.length) throw new Error(`The table ${table} was made by a newer version of this package.`);
    for (const [at, migration] of MIGRATIONS.entries()) {
      if (at < done) continue;
      database.exec(migration(table));
      database.prepare(`INSERT INTO ${versions} (version) VALUES (?)`).run(at + 1);
    }
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 5 || error.errcode === 6);
}
