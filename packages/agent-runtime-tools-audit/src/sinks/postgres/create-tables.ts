import type { AuditTables, PostgresClient } from './postgres-pool.ts';

/** Creates the tables if they are not there. Several processes may do this at the same time. */
export async function createTables(client: PostgresClient, { records, head }: AuditTables): Promise<void> {
  await client.query('BEGIN');
  // CREATE TABLE IF NOT EXISTS alone fails if two do it at once.
  await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [records]);
  await client.query(`CREATE TABLE IF NOT EXISTS ${records} (seq bigint PRIMARY KEY, line text NOT NULL)`);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${head} (id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1), seq bigint NOT NULL, hash text NOT NULL)`,
  );
  await client.query(`INSERT INTO ${head} (seq, hash) VALUES (0, repeat('0', 64)) ON CONFLICT DO NOTHING`);
  // It stops accidents, not somebody who may change the tables.
  await client.query(`
    CREATE OR REPLACE FUNCTION ${records}_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the audit trail is append-only'; END $$`);
  await client.query(`
    CREATE OR REPLACE TRIGGER ${records}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${records}
    FOR EACH STATEMENT EXECUTE FUNCTION ${records}_append_only()`);
  await client.query('COMMIT');
}
