import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { errorMessage, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { stateHome } from '@ku0/agent-runtime-tools-workspace';
import { approvalErrors } from '../errors.ts';
import { principalIdOf } from '../gate/waiting-requests.ts';
import type {
  ApprovalStore,
  HeldRequests,
  PendingApproval,
  PendingTaker,
  RememberedApproval,
  SettledRequest,
} from './approval-store.ts';
import { parseApproval, parsePending, parseSettled } from './parse-stored-record.ts';
import { pollForChanges } from './poll-for-changes.ts';
import { requestExcerpt } from './request-excerpt.ts';
import { settlementOf } from './settled-requests.ts';
import { StoredRows, storedBody } from './stored-rows.ts';
import { HOLDER, limitApprovals, limitPending, PRINCIPAL, removeExpired, removeOldSettled } from './sqlite-limits.ts';

export interface SqliteApprovalStoreOptions {
  /** Default `approvals.db` in the state folder. Keep it outside of every workspace. */
  readonly file?: string;
  /** Called when a corrupt database was moved aside. */
  readonly onProblem?: (problem: string) => void;
}

/**
 * Stores everything in a SQLite database that several processes may share. Additions beyond the limits of the store or of a
 * principal are refused; removals always succeed. `node:sqlite` is loaded on first use.
 */
export class SqliteApprovalStore implements ApprovalStore {
  readonly file: string;
  readonly #rows: StoredRows;
  #cached: { readonly version: unknown; readonly list: readonly RememberedApproval[] } | undefined;
  #opening: Promise<DatabaseSync> | undefined;

  constructor({ file = join(stateHome(), 'approvals.db'), onProblem }: SqliteApprovalStoreOptions = {}) {
    this.file = resolve(file);
    this.#rows = new StoredRows(this.file, onProblem);
  }

  async list(): Promise<readonly RememberedApproval[]> {
    return this.#withDatabase((database) => {
      // `data_version` changes when another connection writes. Writes of this one clear the cache.
      const version = database.prepare('PRAGMA data_version').get()?.['data_version'];
      if (this.#cached === undefined || this.#cached.version !== version) {
        const rows = database.prepare('SELECT id, body FROM approvals ORDER BY created').all();
        this.#cached = { version, list: rows.flatMap((row) => this.#rows.read(row, parseApproval)) };
      }
      return this.#cached.list;
    });
  }

  async add(approval: RememberedApproval): Promise<void> {
    const statement = 'INSERT OR REPLACE INTO approvals (id, created, body) VALUES (?, ?, ?)';
    const body = storedBody(approval);
    await this.#withDatabase((database) =>
      inTransaction(database, () => {
        database.prepare(statement).run(approval.id, approval.createdAt, body);
        limitApprovals(database, approval.principalId);
        this.#cached = undefined;
      }),
    );
  }

  async revoke(id: string): Promise<boolean> {
    return this.#withDatabase((database) => {
      const { changes } = database.prepare('DELETE FROM approvals WHERE id = ?').run(id);
      this.#cached = undefined;
      return changes > 0;
    });
  }

  async pending(): Promise<readonly PendingApproval[]> {
    return this.#withDatabase((database) => this.#pendingIn(database));
  }

  async putPending(pending: PendingApproval): Promise<void> {
    const { id } = pending.request;
    const body = storedBody({ ...pending, request: requestExcerpt(pending.request) });
    await this.#withDatabase((database) =>
      inTransaction(database, () => {
        database
          .prepare(
            `${ADD_PENDING} WHERE CASE WHEN json_valid(pending.body) THEN json_extract(pending.body, '$.answer') END IS NULL`,
          )
          .run(id, body);
        limitPending(database, principalIdOf(pending.request));
      }),
    );
  }

  async takePending(id: string, taker?: PendingTaker): Promise<PendingApproval | undefined> {
    return this.#withDatabase((database) =>
      inTransaction(database, () => {
        const row = database.prepare('DELETE FROM pending WHERE id = ? RETURNING id, body').get(id);
        const [found] = row === undefined ? [] : this.#rows.read(row, parsePending);
        const settled = found && settlementOf(found, taker);
        if (settled !== undefined) {
          const statement = 'INSERT OR REPLACE INTO settled (id, at, body) VALUES (?, ?, ?)';
          database.prepare(statement).run(id, settled.source.at, JSON.stringify(settled));
          removeOldSettled(database, settled.source.at);
        }
        return found;
      }),
    );
  }

  async changePending(id: string, change: (pending: PendingApproval) => PendingApproval | undefined): Promise<boolean> {
    return this.#withDatabase((database) =>
      inTransaction(database, () => {
        const row = database.prepare('SELECT id, body FROM pending WHERE id = ?').get(id);
        const [found] = row === undefined ? [] : this.#rows.read(row, parsePending);
        const changed = found && change(found);
        if (changed === undefined) return false;
        database.prepare(ADD_PENDING).run(id, storedBody(changed));
        return true;
      }),
    );
  }

  async renewPending(holderId: string, until: number): Promise<void> {
    await this.#withDatabase((database) => {
      const statement =
        "UPDATE pending SET body = json_set(body, '$.holder.until', ?) WHERE json_valid(body) AND json_extract(body, '$.holder.id') = ?";
      database.prepare(statement).run(until, holderId);
    });
  }

  async purge(now: number): Promise<number> {
    return this.#withDatabase((database) =>
      inTransaction(database, () => {
        this.#cached = undefined;
        removeOldSettled(database, now);
        return removeExpired(database, 'approvals', now) + removeExpired(database, 'pending', now);
      }),
    );
  }

  async held(holderId: string): Promise<HeldRequests> {
    const statement = `SELECT id, CASE WHEN json_extract(body, '$.answer') IS NOT NULL THEN body END AS body FROM pending WHERE ${HOLDER} = ?`;
    return this.#withDatabase((database) => {
      const rows = database.prepare(statement).all(holderId);
      return {
        ids: rows.map(({ id }) => String(id)),
        answered: rows.filter(({ body }) => body !== null).flatMap((row) => this.#rows.read(row, parsePending)),
      };
    });
  }

  /** Writes of this connection are not seen by its `data_version`, but counted. */
  async watch(_holderId: string, listener: () => void): Promise<() => Promise<void>> {
    return pollForChanges(
      () =>
        this.#withDatabase((database) => {
          const { data_version: others } = database.prepare('PRAGMA data_version').get() ?? {};
          const { own } = database.prepare('SELECT total_changes() AS own').get() ?? {};
          return `${String(others)} ${String(own)}`;
        }),
      listener,
    );
  }

  async settled(id: string): Promise<SettledRequest | undefined> {
    return this.#withDatabase((database) => {
      const row = database.prepare('SELECT id, body FROM settled WHERE id = ?').get(id);
      return row === undefined ? undefined : this.#rows.read(row, parseSettled)[0];
    });
  }

  problems(): readonly string[] {
    return this.#rows.problems;
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    if (opening !== undefined) (await opening).close();
  }

  #pendingIn(database: DatabaseSync): PendingApproval[] {
    const rows = database.prepare('SELECT id, body FROM pending').all();
    return rows.flatMap((row) => this.#rows.read(row, parsePending));
  }

  /** Retries while another process has locked the database. SQLite's own busy timeout would block the thread. */
  async #withDatabase<T>(work: (database: DatabaseSync) => T): Promise<T> {
    const giveUpAt = performance.now() + MAX_WAIT_MS;
    for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 50)) {
      try {
        return work(await this.#database());
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() >= giveUpAt) throw lockedTooLong();
      }
      await setTimeout(waitMs);
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
    await mkdir(dirname(this.file), { recursive: true, mode: 0o700 });
    try {
      return await openDatabase(this.file);
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      await this.#moveAside(error);
      return openDatabase(this.file);
    }
  }

  async #moveAside(error: unknown): Promise<void> {
    const aside = `${this.file}.corrupt-${randomUUID().slice(0, 8)}`;
    await rename(this.file, aside);
    const why = errorMessage(error);
    this.#rows.report(`${this.file} could not be read (${why}); it was moved to ${aside}, and nothing is remembered.`);
  }
}

async function openDatabase(file: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  // Readable by the owner only. SQLite gives its other files the same mode.
  await (await open(file, 'a', 0o600)).close();
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = WAL;');
    database.exec(
      'CREATE TABLE IF NOT EXISTS approvals (id TEXT PRIMARY KEY, created REAL NOT NULL, body TEXT NOT NULL)',
    );
    database.exec('CREATE TABLE IF NOT EXISTS pending (id TEXT PRIMARY KEY, body TEXT NOT NULL)');
    database.exec('CREATE TABLE IF NOT EXISTS settled (id TEXT PRIMARY KEY, at REAL NOT NULL, body TEXT NOT NULL)');
    // Without them, every addition would parse the entries of everybody.
    database.exec(`CREATE INDEX IF NOT EXISTS approvals_by_principal ON approvals (${PRINCIPAL.approvals}, created)`);
    database.exec(`CREATE INDEX IF NOT EXISTS pending_by_principal ON pending (${PRINCIPAL.pending})`);
    database.exec(`CREATE INDEX IF NOT EXISTS pending_by_holder ON pending (${HOLDER})`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function lockedTooLong(): ToolFailure {
  const message = 'Another process has locked the approval store for too long.';
  return new ToolFailure(approvalErrors.STORE_UNAVAILABLE({ message }));
}

const ADD_PENDING = 'INSERT INTO pending (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body';
/** Less than the timeout of `storeWithTimeout`. */
const MAX_WAIT_MS = 8000;

/** SQLITE_BUSY and SQLITE_LOCKED, including their extended codes. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  const code = error.errcode & 0xff;
  return code === 5 || code === 6;
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
function isCorrupt(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 11 || error.errcode === 26);
}
