import type {
  ApprovalStore,
  HeldRequests,
  PendingApproval,
  PendingTaker,
  RememberedApproval,
  SettledRequest,
} from '../approval-store.ts';
import { parseApproval, parseSettled } from '../parse-stored-record.ts';
import { requestExcerpt } from '../request-excerpt.ts';
import { StoredRows } from '../stored-rows.ts';
import { connectPostgres, type PostgresConnection } from './postgres-connection.ts';
import { PostgresListener } from './postgres-listener.ts';
import type { PostgresStatements } from './postgres-statements.ts';
import { tablesOf, type PostgresTables } from './postgres-tables.ts';

export interface PostgresApprovalStoreOptions {
  /** `postgres://user:password@host:5432/database`, or the settings of a connection as `pg` takes them. */
  readonly connection: string | Readonly<Record<string, unknown>>;
  /** How the names of the tables begin. Processes that use the same one share their approvals. Default `agent_approvals`. */
  readonly tablePrefix?: string;
  /** Whether the tables are created and brought up to date. Default true. */
  readonly migrate?: boolean;
  /** The most time of connecting and of each statement. Default 5,000. */
  readonly timeoutMs?: number;
  /** Called for a row that cannot be read. */
  readonly onProblem?: (problem: string) => void;
}

/**
 * Stores everything in PostgreSQL, for processes on any number of machines. Answers are announced with NOTIFY. Needs the packages
 * `kysely` and `pg`, which are loaded on first use.
 */
export class PostgresApprovalStore implements ApprovalStore {
  readonly isRemote = true;
  readonly #options: PostgresApprovalStoreOptions;
  readonly #prefix: string;
  readonly #tables: PostgresTables;
  readonly #rows: StoredRows;
  #connecting: Promise<PostgresConnection> | undefined;
  #preparing: Promise<PostgresStatements> | undefined;
  #cached: { readonly version: string; readonly list: readonly RememberedApproval[] } | undefined;

  constructor(options: PostgresApprovalStoreOptions) {
    this.#options = options;
    this.#prefix = options.tablePrefix ?? 'agent_approvals';
    this.#tables = tablesOf(this.#prefix);
    this.#rows = new StoredRows(`PostgreSQL ${this.#prefix}`, options.onProblem);
  }

  async list(): Promise<readonly RememberedApproval[]> {
    const statements = await this.#statements();
    // Read before the rows: these may be newer than their version, never older.
    const version = await statements.version();
    if (this.#cached === undefined || this.#cached.version !== version) {
      const rows = await statements.remembered();
      this.#cached = { version, list: rows.flatMap((row) => this.#rows.read(row, parseApproval)) };
    }
    return this.#cached.list;
  }

  async add(approval: RememberedApproval): Promise<void> {
    await (await this.#statements()).add(approval);
  }

  async revoke(id: string): Promise<boolean> {
    return (await this.#statements()).revoke(id);
  }

  async pending(): Promise<readonly PendingApproval[]> {
    return (await this.#statements()).pending();
  }

  async putPending(pending: PendingApproval): Promise<void> {
    await (await this.#statements()).put({ ...pending, request: requestExcerpt(pending.request) });
  }

  async takePending(id: string, taker?: PendingTaker): Promise<PendingApproval | undefined> {
    return (await this.#statements()).take(id, taker);
  }

  async changePending(id: string, change: (pending: PendingApproval) => PendingApproval | undefined): Promise<boolean> {
    return (await this.#statements()).change(id, change);
  }

  async renewPending(holderId: string, until: number): Promise<void> {
    await (await this.#statements()).renew(holderId, until);
  }

  async purge(now: number): Promise<number> {
    return (await this.#statements()).purge(now);
  }

  async held(holderId: string): Promise<HeldRequests> {
    return (await this.#statements()).held(holderId);
  }

  async watch(holderId: string, listener: () => void): Promise<() => Promise<void>> {
    const { createClient } = await this.#connect();
    const postgres = new PostgresListener({
      createClient,
      channel: this.#tables.channel,
      onNotice: (payload) => {
        if (payload === holderId) listener();
      },
      onConnected: listener,
    });
    postgres.start();
    return () => postgres.stop();
  }

  async settled(id: string): Promise<SettledRequest | undefined> {
    const row = await (await this.#statements()).settled(id);
    return row === undefined ? undefined : this.#rows.read(row, parseSettled)[0];
  }

  problems(): readonly string[] {
    return this.#rows.problems;
  }

  async close(): Promise<void> {
    const connecting = this.#connecting;
    this.#connecting = undefined;
    this.#preparing = undefined;
    await (await connecting)?.database.destroy();
  }

  #connect(): Promise<PostgresConnection> {
    const { connection, timeoutMs = 5000 } = this.#options;
    this.#connecting ??= connectPostgres({ connection, timeoutMs }).catch((error: unknown) => {
      this.#connecting = undefined;
      throw error;
    });
    return this.#connecting;
  }

  /** The tables are there. A preparation that failed, because the server was away, is tried again. */
  #statements(): Promise<PostgresStatements> {
    this.#preparing ??= this.#prepare().catch((error: unknown) => {
      this.#preparing = undefined;
      throw error;
    });
    return this.#preparing;
  }

  async #prepare(): Promise<PostgresStatements> {
    const { database } = await this.#connect();
    // These files load Kysely, which not everybody installs.
    if (this.#options.migrate !== false) {
      const { migratePostgres } = await import('./postgres-migrations.ts');
      await migratePostgres(database, this.#prefix);
    }
    const { PostgresStatements: Statements } = await import('./postgres-statements.ts');
    return new Statements(database, this.#tables, this.#rows);
  }
}
