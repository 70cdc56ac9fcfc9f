import type { Kysely } from 'kysely';
import type { Client, ClientConfig } from 'pg';
import { errorText } from '../../error-text.ts';
import { defineToolSpec } from '../../spec/define-tool-spec.ts';
import type { ToolSpec, ToolSpecDraft } from '../../spec/tool-spec.ts';
import { PostgresListener } from './postgres-listener.ts';
import { channelOf } from './postgres-channel.ts';
import type { SpecTables } from './postgres-migrations.ts';
import { checkTableName, type SpecDatabase, type SpecRow } from './spec-database.ts';

export interface PostgresSpecDatabaseOptions {
  /** `postgres://user:password@host:5432/database`, or the settings of a connection as `pg` takes them. */
  readonly connection: string | Readonly<Record<string, unknown>>;
  /** Default `tool_specs`. */
  readonly table?: string;
  /** Whether the table is created and brought up to date. Default true; false for a role that may only read. */
  readonly migrate?: boolean;
  /** The most time of connecting and of each statement. Default 10,000. */
  readonly timeoutMs?: number;
}

/** Keeps specs in PostgreSQL, which announces every change. Needs the packages `kysely` and `pg`. */
export function postgresSpecDatabase(options: PostgresSpecDatabaseOptions): SpecDatabase {
  return new PostgresSpecDatabase(options);
}

interface Connected {
  readonly database: Kysely<SpecTables>;
  readonly createClient: () => Client;
}

class PostgresSpecDatabase implements SpecDatabase {
  readonly label: string;
  readonly #options: PostgresSpecDatabaseOptions;
  readonly #table: string;
  #connecting: Promise<Connected> | undefined;
  #migrating: Promise<void> | undefined;

  constructor(options: PostgresSpecDatabaseOptions) {
    this.#options = options;
    this.#table = checkTableName(options.table ?? 'tool_specs');
    this.label = `PostgreSQL ${this.#table}`;
  }

  async list(names?: readonly string[]): Promise<readonly SpecRow[]> {
    const database = await this.#ready();
    const { sql } = await import('kysely');
    const rows = database
      .selectFrom(this.#table)
      .select(['name', sql<string>`spec::text`.as('spec')])
      .orderBy('name');
    return (names === undefined ? rows : rows.where('name', 'in', [...names])).execute();
  }

  async put(draft: ToolSpecDraft | ToolSpec): Promise<void> {
    const spec = defineToolSpec({ ...draft });
    const row = { name: spec.name, spec: JSON.stringify(spec), updated_at: new Date() };
    const database = await this.#ready();
    await database
      .insertInto(this.#table)
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ spec: row.spec, updated_at: row.updated_at }))
      .execute();
  }

  async remove(name: string): Promise<boolean> {
    const database = await this.#ready();
    const { numDeletedRows } = await database
      .deleteFrom(this.#table)
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  async subscribe(listener: (names?: readonly string[]) => void): Promise<() => Promise<void>> {
    const { createClient } = await this.#connect();
    const postgres = new PostgresListener({
      createClient,
      channel: channelOf(this.#table),
      onNotice: (name) => (name === '' ? listener() : listener([name])),
      onConnected: () => listener(),
    });
    await postgres.start();
    return () => postgres.stop();
  }

  async close(): Promise<void> {
    const connecting = this.#connecting;
    this.#connecting = undefined;
    this.#migrating = undefined;
    await (await connecting)?.database.destroy();
  }

  /** The table is there. A migration that failed, because the server was away, is tried again. */
  async #ready(): Promise<Kysely<SpecTables>> {
    const { database } = await this.#connect();
    if (this.#options.migrate === false) return database;
    this.#migrating ??= migrate(database, this.#table).catch((error: unknown) => {
      this.#migrating = undefined;
      throw error;
    });
    await this.#migrating;
    return database;
  }

  #connect(): Promise<Connected> {
    this.#connecting ??= connect(this.#options);
    return this.#connecting;
  }
}

async function connect({ connection, timeoutMs = 10_000 }: PostgresSpecDatabaseOptions): Promise<Connected> {
  const [{ Kysely: Database, PostgresDialect }, { default: pg }] = await Promise.all([import('kysely'), import('pg')]);
  const config: ClientConfig = {
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...config, max: 4 });
  // A connection that breaks while nobody uses it is replaced by the next query.
  pool.on('error', () => undefined);
  // One that breaks while a statement uses it fails the statement. Without a listener it would end this process too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    database: new Database<SpecTables>({ dialect: new PostgresDialect({ pool }) }),
    createClient: () => new pg.Client(config),
  };
}

async function migrate(database: Kysely<SpecTables>, table: string): Promise<void> {
  // Loaded here, since the migrations need Kysely, which not every user installs.
  const [{ Migrator }, { postgresMigrations }] = await Promise.all([
    import('kysely/migration'),
    import('./postgres-migrations.ts'),
  ]);
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(postgresMigrations(table)) },
    migrationTableName: `${table}_migrations`,
    migrationLockTableName: `${table}_migrations_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined)
    throw new Error(`The table ${table} is not up to date: ${errorText(error)}`, { cause: error });
}
