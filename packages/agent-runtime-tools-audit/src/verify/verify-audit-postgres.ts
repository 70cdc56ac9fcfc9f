import {
  openPool,
  tablesOf,
  withClient,
  type AuditTables,
  type PostgresClient,
  type PostgresPlace,
} from '../sinks/postgres/postgres-pool.ts';
import type { AuditReport, VerifyOptions } from './audit-report.ts';
import { verifyRows, type AuditRow } from './verify-rows.ts';

/** Verifies a trail that `PostgresAuditSink` wrote. Changes nothing. Rejects if the database cannot be read. */
export async function verifyAuditPostgres(place: PostgresPlace, options: VerifyOptions = {}): Promise<AuditReport> {
  const tables = tablesOf(place);
  const { pool, isOwn } = await openPool(place);
  try {
    return await withClient(pool, async (client) => {
      // One snapshot: rows that are added meanwhile are not seen.
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { rows } = await client.query(`SELECT seq FROM ${tables.head}`);
      const report = await verifyRows(rowsOf(client, tables), Number(rows[0]?.['seq'] ?? 0), options);
      await client.query('COMMIT');
      return report;
    });
  } finally {
    if (isOwn) await pool.end();
  }
}

/** Reads page by page: a trail may be larger than the memory. */
async function* rowsOf(client: PostgresClient, { records }: AuditTables): AsyncGenerator<AuditRow> {
  const page = `SELECT seq, line FROM ${records} WHERE seq > $1 ORDER BY seq LIMIT 1000`;
  let last = -1;
  for (;;) {
    const { rows } = await client.query(page, [last]);
    if (rows.length === 0) return;
    for (const row of rows) {
      last = Number(row['seq']);
      yield { seq: last, line: String(row['line']) };
    }
  }
}
