import { sql, type Kysely } from 'kysely';
import { STORE_LIMITS, storeIsFull } from '../store-limits.ts';
import type { PostgresTables } from './postgres-tables.ts';

type Database = Kysely<unknown>;

/** Drops the oldest approvals of a principal that has too many, and of no other. Throws if there are too many in all. */
export async function limitRemembered(
  database: Database,
  { remembered }: PostgresTables,
  principalId: string,
): Promise<void> {
  const table = sql.table(remembered);
  await sql`delete from ${table} where id in (select id from ${table} where principal = ${principalId}
    order by created desc, number desc offset ${STORE_LIMITS.approvalsPerPrincipal})`.execute(database);
  const isFull = async (): Promise<boolean> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${table}`.execute(database);
    return (rows[0]?.count ?? 0) > STORE_LIMITS.approvals;
  };
  if (!(await isFull())) return;
  await removeExpired(database, remembered, Date.now());
  if (await isFull()) throw storeIsFull();
}

/** Throws if there are too many requests, in number or in bytes, of a principal or in all. Those that have expired are removed first. */
export async function limitPending(
  database: Database,
  { pending }: PostgresTables,
  principalId: string,
): Promise<void> {
  const isFull = async (): Promise<boolean> => {
    const { rows } = await sql<Record<'count' | 'bytes' | 'own' | 'own_bytes', number>>`
      select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes,
        (count(*) filter (where principal = ${principalId}))::int as own,
        coalesce(sum(bytes) filter (where principal = ${principalId}), 0)::float8 as own_bytes
      from ${sql.table(pending)}`.execute(database);
    const [size] = rows;
    return (
      size === undefined ||
      size.count > STORE_LIMITS.pending ||
      size.bytes > STORE_LIMITS.pendingBytes ||
      size.own > STORE_LIMITS.pendingPerPrincipal ||
      size.own_bytes > STORE_LIMITS.pendingBytesPerPrincipal
    );
  };
  if (!(await isFull())) return;
  await removeExpired(database, pending, Date.now());
  if (await isFull()) throw storeIsFull();
}

/** Removes what has expired and returns the number. */
export async function removeExpired(database: Database, table: string, now: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where expires <= ${now}`.execute(database);
  return Number(numAffectedRows);
}

/** Of answered requests only the latest are remembered. */
export async function removeOldSettled(database: Database, { settled }: PostgresTables, now: number): Promise<void> {
  const table = sql.table(settled);
  await sql`delete from ${table} where answered <= ${now - STORE_LIMITS.settledMs} or id in
    (select id from ${table} order by answered desc offset ${STORE_LIMITS.settled})`.execute(database);
}
