import type { Kysely } from 'kysely';
import type { Client, ClientConfig } from 'pg';

export interface PostgresConnectionOptions {
  /** `postgres://user:password@host:5432/database`, or the settings of a connection as `pg` takes them. */
  readonly connection: string | Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}

/** Connections to one database. */
export interface PostgresConnection {
  readonly database: Kysely<unknown>;
  /** Makes a client that is not connected yet. */
  readonly createClient: () => Client;
}

/** Loads the libraries. Connects with the first statement. */
export async function connectPostgres(options: PostgresConnectionOptions): Promise<PostgresConnection> {
  const { connection, timeoutMs } = options;
  const [{ Kysely: Database, PostgresDialect }, { default: pg }] = await Promise.all([import('kysely'), import('pg')]);
  const config: ClientConfig = {
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    statement_timeout: timeoutMs,
    // A process that hangs within a transaction would keep a request locked for all others.
    idle_in_transaction_session_timeout: timeoutMs,
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...config, max: 4, allowExitOnIdle: true });
  // A connection that breaks while nobody uses it is replaced by the next query.
  pool.on('error', () => undefined);
  // One that breaks while a statement uses it fails the statement. Without a listener it would end this process too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    database: new Database({ dialect: new PostgresDialect({ pool }) }),
    createClient: () => new pg.Client(config),
  };
}
