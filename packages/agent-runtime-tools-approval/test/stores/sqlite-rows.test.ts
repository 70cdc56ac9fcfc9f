import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { SqliteApprovalStore } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { session } from '../fixtures/session.ts';

it.each(['junk', 'null', '{"id":5}', '[]'])(
  'a row %j in SQLite approves nothing, is reported, and spoils no other',
  async (body) => {
    using folder = new Folder();
    const store = new SqliteApprovalStore({ file: join(folder.state, 'approvals.db') });
    const { run, asked, gatekeeper } = session(folder, { store, ask: () => ({ approved: true, scope: 'always' }) });
    await run('bash', { command: 'npm test' });
    const other = new DatabaseSync(store.file);
    other.prepare('INSERT INTO approvals (id, created, body) VALUES (?, 1, ?)').run('spoiled', body);
    other.prepare('INSERT INTO pending (id, body) VALUES (?, ?)').run('spoiled', body);
    other.close();
    expect(await run('bash', { command: 'npm test' })).toMatchObject({ ok: true });
    expect(asked).toHaveLength(1);
    expect(await gatekeeper.memory.list()).toHaveLength(1);
    expect(await gatekeeper.gate.restore()).toEqual([]);
    expect(await store.takePending('spoiled')).toBeUndefined();
    expect(gatekeeper.notices()[0]).toContain('"spoiled"');
    await store.close();
  },
);

it('a SQLite store can be read by its owner alone', async () => {
  using folder = new Folder();
  const store = new SqliteApprovalStore({ file: join(folder.state, 'approvals.db') });
  await store.list();
  expect(statSync(store.file).mode & 0o077).toBe(0);
  await store.close();
});
