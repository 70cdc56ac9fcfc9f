import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { channelOf } from './postgres-channel.ts';

/** The table, as Kysely sees it. */
export type SpecTables = Record<string, { name: string; spec: string; updated_at: Date }>;

/** What brings a table from one version to the next, in the order of the names. Never change one: add another. */
export function postgresMigrations(table: string): Record<string, Migration> {
  return {
    '001_table': {
      async up(database: Kysely<SpecTables>): Promise<void> {
        await database.schema
          .createTable(table)
          .addColumn('name', 'text', (column) => column.primaryKey())
          .addColumn('spec', 'jsonb', (column) => column.notNull())
          .addColumn('updated_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
          .execute();
      },
    },
    '002_notices': {
      async up(database: Kysely<SpecTables>): Promise<void> {
        const [name, channel] = [`${table}_notify`, channelOf(table)];
        await sql`
          create function ${sql.id(name)}() returns trigger language plpgsql as $$
          begin
            if TG_OP = 'TRUNCATE' then
              perform pg_notify(${sql.lit(channel)}, '');
              return null;
            end if;
            if TG_OP <> 'INSERT' then perform pg_notify(${sql.lit(channel)}, old.name); end if;
            if TG_OP <> 'DELETE' then perform pg_notify(${sql.lit(channel)}, new.name); end if;
            return null;
          end $$`.execute(database);
        await sql`create trigger ${sql.id(`${table}_row`)} after insert or update or delete on ${sql.table(table)}
          for each row execute function ${sql.id(name)}()`.execute(database);
        await sql`create trigger ${sql.id(`${table}_all`)} after truncate on ${sql.table(table)}
          for each statement execute function ${sql.id(name)}()`.execute(database);
      },
    },
  };
}
