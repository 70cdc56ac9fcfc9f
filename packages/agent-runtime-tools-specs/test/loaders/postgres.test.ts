import { hasPostgres, startPostgres, type PostgresServer } from '@ku0/agent-runtime-tools-testkit/services';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  customExecutor,
  databaseLoader,
  postgresSpecDatabase,
  ToolSpecRegistry,
  UnifiedToolExecutor,
  type SpecDatabase,
} from '../../src/index.ts';
import { databaseContract, spec, until } from './database-contract.ts';

describe.skipIf(!hasPostgres())('specs in PostgreSQL (needs postgresql)', { timeout: 60_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.remove());

  const open = (table = 'tool_specs'): SpecDatabase =>
    postgresSpecDatabase({ connection: server.url, table, timeoutMs: 5_000 });
  const query = async (text: string, values: unknown[] = []): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  };

  databaseContract(open, async (name, text) => {
    await query('insert into tool_specs (name, spec) values ($1, $2)', [name, text]);
  });

  it('are announced when the whole table is emptied', async () => {
    const database = open('emptied');
    await database.put(spec('a'));
    const registry = new ToolSpecRegistry({ loaders: [databaseLoader(database)] });
    await registry.loadAll();
    await registry.watch();
    await query('truncate emptied');
    await until(() => !registry.has('a'));
    expect(registry.size).toBe(0);
    await registry.close();
  });

  it('can be read by a role that may do nothing else', async () => {
    const database = open('read_only');
    await database.put(spec('a'));
    await query(`create role reader login password 'reader'; grant select on read_only to reader`);
    const connection = server.url.replace(/\/\/[^@]*@/, '//reader:reader@');
    const reader = postgresSpecDatabase({ connection, table: 'read_only', migrate: false });
    expect((await reader.list()).map(({ name }) => name)).toEqual(['a']);
    await expect(reader.remove('a')).rejects.toThrow(/permission denied/);
    await Promise.all([database.close(), reader.close()]);
  });

  it('stay usable through an outage, and follow the database again after it, without a restart', async () => {
    const database = open('outage');
    await database.put(spec('before'));
    await database.put({ ...spec('run'), implementation_config: { handler: 'run' } });
    const specRegistry = new ToolSpecRegistry({ loaders: [databaseLoader(database)] });
    await specRegistry.loadAll();
    await specRegistry.watch();
    const executor = new UnifiedToolExecutor({ specRegistry, executors: [customExecutor({ run: () => 'ran' })] });

    await server.stop();
    // Nothing new is allowed by error: what is there stays as it was, and writing fails.
    expect(await specRegistry.loadAll()).toMatchObject({ tools: 2, problems: [{ kind: 'unreadable' }] });
    expect(await executor.execute('run')).toMatchObject({ ok: true, value: 'ran' });
    await expect(database.put(spec('during'))).rejects.toThrow(/ECONNREFUSED|terminat/);
    const late = new ToolSpecRegistry({ loaders: [databaseLoader(open('outage'))] });
    expect(await late.loadAll()).toMatchObject({ tools: 0, problems: [{ kind: 'unreadable' }] });

    await server.start();
    // A change that is made before the registry is connected again must not be missed.
    await query(`delete from outage where name = 'before'`);
    await until(() => !specRegistry.has('before'));
    await database.put(spec('after'));
    await until(() => specRegistry.has('after'));
    expect(await specRegistry.loadAll()).toMatchObject({ tools: 2, problems: [] });
    expect(await late.loadAll()).toMatchObject({ tools: 2, problems: [] });
    await Promise.all([executor.shutdown(), specRegistry.close(), late.close()]);
  });

  it('end all their connections when the registry is closed', async () => {
    const registry = new ToolSpecRegistry({ loaders: [databaseLoader(open('closed'))] });
    await registry.loadAll();
    await registry.watch();
    const others = `select count(*)::int as n from pg_stat_activity where pid <> pg_backend_pid() and client_port is not null`;
    expect(await query(others)).not.toEqual([{ n: 0 }]);
    await registry.close();
    await until(async () => JSON.stringify(await query(others)) === '[{"n":0}]');
  });
});
