import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { tablesOf } from './postgres-tables.ts';

/** Creates the tables, or brings them up to date. */
export async function migratePostgres(database: Kysely<unknown>, prefix: string): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations(prefix)) },
    migrationTableName: `${prefix}_migrations`,
    migrationLockTableName: `${prefix}_migrations_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  throw new Error(`The tables of ${prefix} are not up to date: ${errorMessage(error)}`, { cause: error });
}

/**
 * What brings the tables from one version to the next, in the order of the names. Never change one: add another. Entries are JSON
 * as text, because `jsonb` refuses the character U+0000.
 */
function migrations(prefix: string): Record<string, Migration> {
  const names = tablesOf(prefix);
  const [remembered, pending, settled, version] = [
    sql.table(names.remembered),
    sql.table(names.pending),
    sql.table(names.settled),
    sql.table(names.version),
  ];
  return {
    '001_tables': {
      async up(database: Kysely<unknown>): Promise<void> {
        await sql`create table ${remembered} (
          id text primary key, number bigint generated always as identity, principal text not null,
          created double precision not null, expires double precision, body text not null)`.execute(database);
        await sql`create table ${pending} (
          id text primary key, number bigint generated always as identity, principal text not null, holder text,
          lease_until double precision, is_answered boolean not null, expires double precision not null,
          bytes integer not null, body text not null)`.execute(database);
        await sql`create table ${settled} (
          id text primary key, answered double precision not null, body text not null)`.execute(database);
        await sql`create table ${version} (version bigint not null)`.execute(database);
        await sql`insert into ${version} values (0)`.execute(database);
        await sql`create index on ${remembered} (principal, created)`.execute(database);
        await sql`create index on ${pending} (principal)`.execute(database);
        await sql`create index on ${pending} (holder)`.execute(database);
      },
    },
  };
}
