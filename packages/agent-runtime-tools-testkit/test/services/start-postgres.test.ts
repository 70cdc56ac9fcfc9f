import { existsSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPostgres, startPostgres, type PostgresServer } from '../../src/services/start-postgres.ts';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks is reported by the query; without a listener it would end the process too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe.skipIf(!hasPostgres())('startPostgres (needs postgresql)', { timeout: 60_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.remove());

  it('starts a server that answers queries', async () => {
    expect(await query(server.url, 'select 1 + 1 as sum')).toEqual([{ sum: 2 }]);
  });

  it('refuses a wrong password', async () => {
    await expect(query(server.url.replace(/tests:\w+/, 'tests:wrong'), 'select 1')).rejects.toThrow(/password/);
  });

  it('keeps the data through an outage', async () => {
    await query(server.url, 'create table kept as select 7 as n');
    await server.stop();
    await expect(query(server.url, 'select n from kept')).rejects.toThrow(/ECONNREFUSED/);
    await server.start();
    expect(await query(server.url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('removes its folder', async () => {
    const other = await startPostgres();
    const [row] = await query(other.url, 'show data_directory');
    const folder = JSON.parse(JSON.stringify(row)).data_directory;
    expect(existsSync(folder)).toBe(true);
    await other.remove();
    expect(existsSync(folder)).toBe(false);
  });
});
