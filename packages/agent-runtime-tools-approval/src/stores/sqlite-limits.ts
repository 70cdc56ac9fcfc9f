import type { DatabaseSync } from 'node:sqlite';
import { STORE_LIMITS, storeIsFull } from './store-limits.ts';

type Table = 'approvals' | 'pending';
const EXPIRY = { approvals: '$.expiresAt', pending: '$.request.expiresAt' } as const;
/** The principal of an entry, as SQL. A damaged entry has none. */
export const PRINCIPAL = {
  approvals: "CASE WHEN json_valid(body) THEN coalesce(json_extract(body, '$.principalId'), '') END",
  pending: "CASE WHEN json_valid(body) THEN coalesce(json_extract(body, '$.request.principal.id'), '') END",
} as const;

/** The gate that waits for a request, as SQL. */
export const HOLDER = "CASE WHEN json_valid(body) THEN json_extract(body, '$.holder.id') END";

/** Drops the oldest approvals of a principal that has too many, and of no other. Throws if there are too many in all. */
export function limitApprovals(database: DatabaseSync, principalId: string): void {
  const surplus = `SELECT id FROM approvals WHERE ${PRINCIPAL.approvals} = ? ORDER BY created DESC, rowid DESC LIMIT -1 OFFSET ?`;
  const statement = `DELETE FROM approvals WHERE id IN (${surplus})`;
  database.prepare(statement).run(principalId, STORE_LIMITS.approvalsPerPrincipal);
  const isFull = (): boolean => sizeOf(database, 'approvals').rows > STORE_LIMITS.approvals;
  if (!isFull()) return;
  removeExpired(database, 'approvals', Date.now());
  if (isFull()) throw storeIsFull();
}

/** Throws if there are too many requests, in number or in bytes, of a principal or in all. Those that have expired are removed first. */
export function limitPending(database: DatabaseSync, principalId: string): void {
  const isFull = (): boolean => {
    const all = sizeOf(database, 'pending');
    const own = sizeOf(database, 'pending', principalId);
    return (
      all.rows > STORE_LIMITS.pending ||
      all.bytes > STORE_LIMITS.pendingBytes ||
      own.rows > STORE_LIMITS.pendingPerPrincipal ||
      own.bytes > STORE_LIMITS.pendingBytesPerPrincipal
    );
  };
  if (!isFull()) return;
  removeExpired(database, 'pending', Date.now());
  if (isFull()) throw storeIsFull();
}

/** The entries of a table, or those of one principal. */
function sizeOf(database: DatabaseSync, table: Table, principalId?: string): { rows: number; bytes: number } {
  const select = `SELECT count(*) AS rows, coalesce(sum(octet_length(body)), 0) AS bytes FROM ${table}`;
  const found =
    principalId === undefined
      ? database.prepare(select).get()
      : database.prepare(`${select} WHERE ${PRINCIPAL[table]} = ?`).get(principalId);
  return { rows: Number(found?.['rows']), bytes: Number(found?.['bytes']) };
}

export function removeExpired(database: DatabaseSync, table: Table, now: number): number {
  const statement = `DELETE FROM ${table} WHERE json_valid(body) AND json_extract(body, '${EXPIRY[table]}') <= ?`;
  return Number(database.prepare(statement).run(now).changes);
}

/** Of answered requests only the latest are remembered. */
export function removeOldSettled(database: DatabaseSync, now: number): void {
  database.prepare('DELETE FROM settled WHERE at <= ?').run(now - STORE_LIMITS.settledMs);
  const surplus = 'SELECT id FROM settled ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ?';
  database.prepare(`DELETE FROM settled WHERE id IN (${surplus})`).run(STORE_LIMITS.settled);
}
