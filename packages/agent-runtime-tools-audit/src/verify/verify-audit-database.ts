import type { DatabaseSync } from 'node:sqlite';
import type { AuditReport, VerifyOptions } from './audit-report.ts';
import { verifyRows, type AuditRow } from './verify-rows.ts';

/** Verifies a trail that `SqliteAuditSink` wrote. Changes nothing. Rejects if the database cannot be read. */
export async function verifyAuditDatabase(file: string, options: VerifyOptions = {}): Promise<AuditReport> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    // One transaction: rows that are added meanwhile are not seen.
    database.exec('PRAGMA busy_timeout = 2000; BEGIN');
    return await verifyRows(rowsOf(database), lastSeqOf(database), options);
  } finally {
    database.close();
  }
}

function* rowsOf(database: DatabaseSync): Generator<AuditRow> {
  for (const row of database.prepare('SELECT seq, line FROM audit ORDER BY seq').iterate())
    yield { seq: Number(row['seq']), line: String(row['line']) };
}

function lastSeqOf(database: DatabaseSync): number {
  const row = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'audit'").get();
  return Number(row?.['seq'] ?? 0);
}
