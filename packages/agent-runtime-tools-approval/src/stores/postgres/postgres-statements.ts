import { sql, type Kysely } from 'kysely';
import { principalIdOf } from '../../gate/waiting-requests.ts';
import type { PendingApproval, PendingTaker, RememberedApproval, SettledRequest } from '../approval-store.ts';
import { parsePending } from '../parse-stored-record.ts';
import { settlementOf } from '../settled-requests.ts';
import { storedBody, type StoredRows } from '../stored-rows.ts';
import { limitPending, limitRemembered, removeExpired, removeOldSettled } from './postgres-limits.ts';
import type { PostgresTables } from './postgres-tables.ts';

/** A row with its entry as JSON. */
interface Row {
  readonly id: string;
  readonly body: string;
}

interface PendingRow extends Row {
  readonly lease_until: number | null;
}

/** The statements of a store. Apart from the store, because this file loads Kysely. */
export class PostgresStatements {
  readonly #database: Kysely<unknown>;
  readonly #tables: PostgresTables;
  readonly #rows: StoredRows;

  constructor(database: Kysely<unknown>, tables: PostgresTables, rows: StoredRows) {
    this.#database = database;
    this.#tables = tables;
    this.#rows = rows;
  }

  async version(): Promise<string> {
    const table = sql.table(this.#tables.version);
    const { rows } = await sql<{ version: string }>`select version::text from ${table}`.execute(this.#database);
    return rows[0]?.version ?? '';
  }

  async remembered(): Promise<readonly Row[]> {
    const table = sql.table(this.#tables.remembered);
    return (await sql<Row>`select id, body from ${table} order by created, number`.execute(this.#database)).rows;
  }

  async add(approval: RememberedApproval): Promise<void> {
    const { id, principalId, createdAt, expiresAt = null } = approval;
    const body = storedBody(approval);
    await this.#database.transaction().execute(async (database) => {
      await this.#countChange(database);
      await sql`insert into ${sql.table(this.#tables.remembered)} (id, principal, created, expires, body)
        values (${id}, ${principalId}, ${createdAt}, ${expiresAt}, ${body})
        on conflict (id) do update set principal = excluded.principal, created = excluded.created,
          expires = excluded.expires, body = excluded.body`.execute(database);
      await limitRemembered(database, this.#tables, principalId);
    });
  }

  async revoke(id: string): Promise<boolean> {
    return this.#database.transaction().execute(async (database) => {
      await this.#countChange(database);
      const table = sql.table(this.#tables.remembered);
      const { numAffectedRows = 0n } = await sql`delete from ${table} where id = ${id}`.execute(database);
      return numAffectedRows > 0n;
    });
  }

  async pending(): Promise<PendingApproval[]> {
    const { rows } = await sql<PendingRow>`select id, body, lease_until from ${this.#pending} order by number`.execute(
      this.#database,
    );
    return rows.flatMap((row) => this.#read(row));
  }

  async put(pending: PendingApproval): Promise<void> {
    const row = columnsOf(pending);
    await this.#database.transaction().execute(async (database) => {
      // One at a time, so that several at once do not exceed the limits together.
      await sql`select pg_advisory_xact_lock(hashtext(${this.#tables.pending}))`.execute(database);
      await sql`insert into ${this.#pending} (id, principal, holder, lease_until, is_answered, expires, bytes, body)
        values (${row.id}, ${row.principal}, ${row.holder}, ${row.leaseUntil}, ${row.isAnswered}, ${row.expires},
          ${row.bytes}, ${row.body})
        on conflict (id) do update set principal = excluded.principal, holder = excluded.holder,
          lease_until = excluded.lease_until, is_answered = excluded.is_answered, expires = excluded.expires,
          bytes = excluded.bytes, body = excluded.body
        where not ${this.#pending}.is_answered`.execute(database);
      await limitPending(database, this.#tables, row.principal);
    });
  }

  async take(id: string, taker: PendingTaker | undefined): Promise<PendingApproval | undefined> {
    return this.#database.transaction().execute(async (database) => {
      const { rows } = await sql<PendingRow>`
        delete from ${this.#pending} where id = ${id} returning id, body, lease_until`.execute(database);
      const [found] = rows.flatMap((row) => this.#read(row));
      const settled = found && settlementOf(found, taker);
      if (settled !== undefined) await this.#rememberSettled(database, settled);
      return found;
    });
  }

  /** Announces an answer to the gate that waits for it, when the transaction is committed. */
  async change(id: string, change: (pending: PendingApproval) => PendingApproval | undefined): Promise<boolean> {
    return this.#database.transaction().execute(async (database) => {
      const { rows } = await sql<PendingRow>`
        select id, body, lease_until from ${this.#pending} where id = ${id} for update`.execute(database);
      const [found] = rows.flatMap((row) => this.#read(row));
      const changed = found && change(found);
      if (changed === undefined) return false;
      const row = columnsOf(changed);
      await sql`update ${this.#pending} set holder = ${row.holder}, lease_until = ${row.leaseUntil},
        is_answered = ${row.isAnswered}, bytes = ${row.bytes}, body = ${row.body} where id = ${id}`.execute(database);
      if (row.isAnswered && row.holder !== null)
        await sql`select pg_notify(${this.#tables.channel}, ${row.holder})`.execute(database);
      return true;
    });
  }

  async renew(holderId: string, until: number): Promise<void> {
    await sql`update ${this.#pending} set lease_until = ${until} where holder = ${holderId}`.execute(this.#database);
  }

  /** The ids of a holder's requests, and those that are answered. */
  async held(holderId: string): Promise<{ ids: string[]; answered: PendingApproval[] }> {
    const { rows } = await sql<{ id: string; body: string | null; lease_until: number | null }>`
      select id, case when is_answered then body end as body, lease_until
      from ${this.#pending} where holder = ${holderId}`.execute(this.#database);
    return {
      ids: rows.map(({ id }) => id),
      answered: rows.flatMap(({ body, ...row }) => (body === null ? [] : this.#read({ ...row, body }))),
    };
  }

  async settled(id: string): Promise<Row | undefined> {
    const table = sql.table(this.#tables.settled);
    return (await sql<Row>`select id, body from ${table} where id = ${id}`.execute(this.#database)).rows[0];
  }

  async purge(now: number): Promise<number> {
    return this.#database.transaction().execute(async (database) => {
      await this.#countChange(database);
      await removeOldSettled(database, this.#tables, now);
      const { remembered, pending } = this.#tables;
      return (await removeExpired(database, remembered, now)) + (await removeExpired(database, pending, now));
    });
  }

  get #pending() {
    return sql.table(this.#tables.pending);
  }

  /** Also lets one transaction at a time change what is remembered. */
  async #countChange(database: Kysely<unknown>): Promise<void> {
    await sql`update ${sql.table(this.#tables.version)} set version = version + 1`.execute(database);
  }

  async #rememberSettled(database: Kysely<unknown>, settled: SettledRequest): Promise<void> {
    const { requestId, source } = settled;
    await sql`insert into ${sql.table(this.#tables.settled)} (id, answered, body)
      values (${requestId}, ${source.at}, ${JSON.stringify(settled)})
      on conflict (id) do update set answered = excluded.answered, body = excluded.body`.execute(database);
    await removeOldSettled(database, this.#tables, source.at);
  }

  /** The lease is renewed in its own column. */
  #read({ lease_until: until, ...row }: PendingRow): PendingApproval[] {
    const read = this.#rows.read(row, parsePending);
    return read.map((pending) =>
      pending.holder === undefined || until === null ? pending : { ...pending, holder: { ...pending.holder, until } },
    );
  }
}

function columnsOf(pending: PendingApproval) {
  const { request, holder, answer } = pending;
  const body = storedBody(pending);
  return {
    id: request.id,
    principal: principalIdOf(request),
    holder: holder?.id ?? null,
    leaseUntil: holder?.until ?? null,
    isAnswered: answer !== undefined,
    expires: request.expiresAt,
    bytes: Buffer.byteLength(body),
    body,
  };
}
