import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/** Opens a database for writing, and creates it if there is none. `node:sqlite` is loaded on first use. */
export async function openAuditDatabase(
  file: string,
  { isSynced }: { readonly isSynced: boolean },
): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Readable by the owner only. SQLite gives its other files the same mode.
  await (await open(file, 'a', 0o600)).close();
  const database = new DatabaseSync(file);
  try {
    database.exec(
      `PRAGMA busy_timeout = 0; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${isSynced ? 'FULL' : 'NORMAL'};`,
    );
    for (const statement of SCHEMA) database.exec(statement);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED, including their extended codes. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  const code = error.errcode & 0xff;
  return code === 5 || code === 6;
}

/**
 * AUTOINCREMENT makes SQLite remember the highest number that was ever used, so that rows missing at the end are noticed.
 * The triggers stop accidents, not somebody who can write the file.
 */
const SCHEMA = [
  'CREATE TABLE IF NOT EXISTS audit (seq INTEGER PRIMARY KEY AUTOINCREMENT, line TEXT NOT NULL)',
  `CREATE TRIGGER IF NOT EXISTS audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END`,
  `CREATE TRIGGER IF NOT EXISTS audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END`,
] as const;
