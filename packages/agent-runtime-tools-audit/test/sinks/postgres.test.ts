import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { hasPostgres, startPostgres, type PostgresServer } from '@ku0/agent-runtime-tools-testkit/services';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit, PostgresAuditSink, verifyAuditPostgres } from '../../src/index.ts';
import { entries, entry } from '../fixtures/entries.ts';

const PROGRAM = join(import.meta.dirname, '../fixtures/write-records.ts');

describe.skipIf(!hasPostgres())('PostgresAuditSink', { timeout: 120_000 }, () => {
  let server: PostgresServer;
  let tables = 0;
  const table = (): string => `audit_${++tables}`;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server?.remove());

  async function query(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  }

  it('writes one chain that verifies, and continues it', async () => {
    const place = { url: server.url, table: table() };
    for (const durability of ['synced', 'written'] as const) {
      const sink = new PostgresAuditSink({ ...place, durability });
      await sink.append(entries(3));
      await sink.append(entries(2));
      await sink.close();
    }
    const report = await verifyAuditPostgres(place);
    expect(report).toMatchObject({ ok: true, records: 11, heads: [expect.stringMatching(/^11:/)] });
    expect(await verifyAuditPostgres(place, { expect: report.heads })).toMatchObject({ ok: true });
  });

  it.each([
    [
      'a changed record',
      ['changed'],
      (name: string) => `UPDATE ${name} SET line = replace(line, 'k2', 'k9') WHERE seq = 3`,
    ],
    ['a dropped record', ['missing'], (name: string) => `DELETE FROM ${name} WHERE seq = 3`],
    ['dropped records at the end', ['cut'], (name: string) => `DELETE FROM ${name} WHERE seq > 4`],
    [
      'a row with another number',
      ['missing', 'reordered'],
      (name: string) => `UPDATE ${name} SET seq = 9 WHERE seq = 3`,
    ],
  ])('is written so that verify finds %s', async (_, kinds, statement) => {
    const place = { url: server.url, table: table() };
    const sink = new PostgresAuditSink(place);
    await sink.append(entries(5));
    await sink.close();
    await expect(query(statement(place.table))).rejects.toThrow('append-only');
    await query(`ALTER TABLE ${place.table} DISABLE TRIGGER ALL; ${statement(place.table)}`);
    const { ok: isIntact, problems } = await verifyAuditPostgres(place);
    expect(isIntact).toBe(false);
    expect(problems.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
  });

  it('needs the key of a trail that has one', async () => {
    const place = { url: server.url, table: table() };
    const sink = new PostgresAuditSink({ ...place, key: 'a key that nobody else has' });
    await sink.append(entries(2));
    await sink.close();
    expect(await verifyAuditPostgres(place, { key: 'a key that nobody else has' })).toMatchObject({ ok: true });
    expect(await verifyAuditPostgres(place)).toMatchObject({ problems: [{ kind: 'key' }] });
  });

  it('is shared by processes without a fork, also if one of them is killed', async () => {
    const place = { url: server.url, table: table() };
    const start = (count: string) => fork(PROGRAM, ['postgres', server.url, count, place.table]);
    const killed = start('0');
    const others = [start('100'), start('100')];
    const ended = others.map((child) => once(child, 'exit'));
    await once(killed, 'message');
    killed.kill('SIGKILL');
    await Promise.all([once(killed, 'exit'), ...ended]);
    const { ok: isIntact, records } = await verifyAuditPostgres(place);
    expect(isIntact).toBe(true);
    expect(records).toBeGreaterThanOrEqual(1 + 200 + 50);
  });

  it('denies calls during an outage, and works again after it without a restart', async () => {
    const place = { url: server.url, table: table() };
    const ran: string[] = [];
    const problems: string[] = [];
    const note = defineTool({
      name: 'note',
      parameters: Type.Object({ text: Type.String() }),
      execute: async ({ text }) => ok(ran.push(text)),
    });
    const sink = new PostgresAuditSink(place);
    const tools = new ToolCoordinator()
      .use(audit({ sink, onProblem: (problem) => problems.push(problem) }))
      .register(note);
    const pending = Array.from({ length: 40 }, (_, index) => tools.execute('note', { text: `early ${index}` }));
    await pending[0];
    await server.stop();
    await Promise.all(pending);
    const during = await tools.execute('note', { text: 'during' });
    expect(during).toMatchObject({ ok: false, error: { code: 'AUDIT_UNAVAILABLE' } });
    expect(ran).not.toContain('during');
    expect(problems.length).toBeGreaterThan(0);
    await server.start();
    await expect.poll(async () => (await tools.execute('note', { text: 'after' })).ok, { timeout: 20_000 }).toBe(true);
    await tools.shutdownAll();
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query<{ line: string }>(`SELECT line FROM ${place.table} ORDER BY seq`);
    await client.end();
    const runs = rows
      .map(({ line }) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ kind }) => kind === 'run');
    // Every call that ran is in the trail, and no record is there twice.
    expect(runs.length).toBeGreaterThanOrEqual(ran.length);
    expect(new Set(runs.map(({ call }) => call)).size).toBe(runs.length);
    expect(await verifyAuditPostgres(place)).toMatchObject({ ok: true });
  });

  it('uses a pool of the host, and leaves it open', async () => {
    const pool = new pg.Pool({ connectionString: server.url });
    const name = table();
    const sink = new PostgresAuditSink({ pool, table: name });
    await sink.append([entry(1)]);
    await sink.close();
    expect(await verifyAuditPostgres({ pool, table: name })).toMatchObject({ ok: true, records: 2 });
    await pool.end();
  });

  it('does not write a batch twice whose commit was made but not confirmed', async () => {
    const pool = new pg.Pool({ connectionString: server.url });
    const name = table();
    let breaks = false;
    const flaky = {
      async connect() {
        const client = await pool.connect();
        return {
          async query(text: string, values?: unknown[]) {
            const result = await client.query<Record<string, unknown>>(text, values);
            if (breaks && text === 'COMMIT') {
              breaks = false;
              throw new Error('connection lost');
            }
            return result;
          },
          release: (destroy?: boolean) => client.release(destroy),
          on: (event: 'error', listener: (error: Error) => void) => client.on(event, listener),
          removeListener: (event: 'error', listener: (error: Error) => void) => client.removeListener(event, listener),
        };
      },
      end: () => pool.end(),
    };
    const sink = new PostgresAuditSink({ pool: flaky, table: name });
    await sink.append([entry(1)]);
    breaks = true;
    const batch = entries(3);
    await expect(sink.append(batch)).rejects.toThrow('connection lost');
    await sink.append([...batch, entry(9)]);
    expect(await verifyAuditPostgres({ pool, table: name })).toMatchObject({ ok: true, records: 1 + 1 + 3 + 1 });
    await pool.end();
  });

  it('refuses a place that is none', () => {
    expect(() => new PostgresAuditSink({})).toThrow('either a url or a pool');
    expect(() => new PostgresAuditSink({ url: server.url, table: 'a; DROP TABLE b' })).toThrow('table name');
  });
});
