/** What is used of a pool of the package `pg`. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<unknown>;
}

/** A connection of a pool. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
  /** Gives the connection back; with `true`, closes it, because it is not known what state it is in. */
  release(destroy?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
}

/** Where a trail is: the address of a database, or a pool of your own. */
export interface PostgresPlace {
  /** `postgres://user:password@host:port/database`. The package `pg` is loaded on first use. */
  readonly url?: string;
  /** Your own pool, for example with a certificate. Give it a `query_timeout`, and listen to its `error` events. */
  readonly pool?: PostgresPool;
  /** The table of the records; a second one with `_head` at its end has the last record. Default `agent_audit`. */
  readonly table?: string;
}

/** Throws if the place is not one. `isOwn`: the pool is to be closed by whoever opened it here. */
export async function openPool({
  url,
  pool,
}: PostgresPlace): Promise<{ readonly pool: PostgresPool; readonly isOwn: boolean }> {
  if (pool !== undefined) return { pool, isOwn: false };
  const { default: pg } = await import('pg');
  const own = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // A connection that breaks while nobody uses it: the next query opens another one.
  own.on('error', () => {});
  return { pool: own, isOwn: true };
}

/** Runs something with a connection, which is closed if that fails. */
export async function withClient<T>(pool: PostgresPool, work: (client: PostgresClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks also emits an event, which would end the process if nobody listened.
  client.on('error', ignore);
  let isBroken = true;
  try {
    const result = await work(client);
    isBroken = false;
    return result;
  } finally {
    if (!isBroken) client.removeListener('error', ignore);
    client.release(isBroken);
  }
}

function ignore(): void {}

/** The names of the two tables. Throws for a name that would need quotes. */
export function tablesOf({ url, pool, table = 'agent_audit' }: PostgresPlace): AuditTables {
  if ((url === undefined) === (pool === undefined)) throw new TypeError('Give either a url or a pool.');
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(table)) throw new TypeError(`${JSON.stringify(table)} cannot be a table name.`);
  return { records: table, head: `${table}_head` };
}

export interface AuditTables {
  readonly records: string;
  readonly head: string;
}

/** Less than the default timeout of `audit`, so that a call is not left waiting. */
const TIMEOUT_MS = 4000;
