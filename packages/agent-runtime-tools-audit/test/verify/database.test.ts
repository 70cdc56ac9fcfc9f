import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { SqliteAuditSink, verifyAuditDatabase } from '../../src/index.ts';
import { entries, entry } from '../fixtures/entries.ts';
import { TrailFolder } from '../fixtures/trail-folder.ts';

async function writeTrail(folder: TrailFolder, key?: string): Promise<string> {
  const file = join(folder.base, 'audit.db');
  const sink = new SqliteAuditSink({ file, ...(key !== undefined && { key }) });
  await sink.append(entries(5));
  await sink.close();
  return file;
}

/** Changes a database as somebody would who can write its file. */
function change(file: string, ...statements: string[]): void {
  const database = new DatabaseSync(file);
  for (const statement of [
    'DROP TRIGGER IF EXISTS audit_no_update',
    'DROP TRIGGER IF EXISTS audit_no_delete',
    ...statements,
  ])
    database.exec(statement);
  database.close();
}

describe('verifyAuditDatabase', () => {
  it('accepts a trail as it was written, and finds no record that was not expected', async () => {
    using folder = new TrailFolder();
    const file = await writeTrail(folder);
    const report = await verifyAuditDatabase(file);
    expect(report).toMatchObject({ ok: true, records: 6, heads: [expect.stringMatching(/^6:[0-9a-f]{64}$/)] });
    expect(await verifyAuditDatabase(file, { expect: report.heads })).toMatchObject({ ok: true });
  });

  it.each([
    ['a changed record', ['changed'], "UPDATE audit SET line = replace(line, 'k2', 'k9') WHERE seq = 3"],
    ['a dropped record', ['missing'], 'DELETE FROM audit WHERE seq = 3'],
    ['dropped records at the end', ['cut'], 'DELETE FROM audit WHERE seq > 4'],
    ['a dropped first record', ['missing'], 'DELETE FROM audit WHERE seq = 1'],
    ['a row that is no record', ['invalid'], "UPDATE audit SET line = 'x' WHERE seq = 6"],
    ['an empty table', ['missing', 'cut'], 'DELETE FROM audit'],
  ])('finds %s', async (_, kinds, statement) => {
    using folder = new TrailFolder();
    const file = await writeTrail(folder);
    change(file, statement);
    const { ok, problems } = await verifyAuditDatabase(file);
    expect(ok).toBe(false);
    expect(problems.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('finds records that were exchanged', async () => {
    using folder = new TrailFolder();
    const file = await writeTrail(folder);
    change(
      file,
      'UPDATE audit SET seq = 100 WHERE seq = 3',
      'UPDATE audit SET seq = 3 WHERE seq = 4',
      'UPDATE audit SET seq = 4 WHERE seq = 100',
    );
    expect((await verifyAuditDatabase(file)).problems.map(({ kind }) => kind)).toContain('reordered');
  });

  it('finds a cut that also resets the number SQLite remembers, if the caller has noted the head', async () => {
    using folder = new TrailFolder();
    const file = await writeTrail(folder);
    const sink = new SqliteAuditSink({ file });
    await sink.append(entries(2));
    await sink.close();
    const { heads } = await verifyAuditDatabase(file);
    change(file, 'DELETE FROM audit WHERE seq > 6', 'UPDATE sqlite_sequence SET seq = 6');
    expect(await verifyAuditDatabase(file)).toMatchObject({ ok: true, records: 6 });
    expect(await verifyAuditDatabase(file, { expect: heads })).toMatchObject({ problems: [{ kind: 'cut' }] });
  });

  it('finds a cut within records that were written together, whatever the number SQLite remembers', async () => {
    using folder = new TrailFolder();
    const file = await writeTrail(folder);
    change(file, 'DELETE FROM audit WHERE seq > 4', 'UPDATE sqlite_sequence SET seq = 4');
    expect(await verifyAuditDatabase(file)).toMatchObject({ ok: false, problems: [{ kind: 'cut' }] });
  });

  it('needs the key of a trail that has one', async () => {
    using folder = new TrailFolder();
    const file = await writeTrail(folder, 'a key that nobody else has');
    expect(await verifyAuditDatabase(file, { key: 'a key that nobody else has' })).toMatchObject({ ok: true });
    expect(await verifyAuditDatabase(file)).toMatchObject({ problems: [{ kind: 'key' }] });
  });

  it('rejects for a file that is no database', async () => {
    using folder = new TrailFolder();
    await expect(verifyAuditDatabase(join(folder.base, 'none.db'))).rejects.toThrow('unable to open');
  });
});

describe('SqliteAuditSink', () => {
  it('refuses to change or delete records, and to continue a damaged chain', async () => {
    using folder = new TrailFolder();
    const file = await writeTrail(folder);
    const database = new DatabaseSync(file);
    expect(() => database.exec('DELETE FROM audit')).toThrow('append-only');
    expect(() => database.exec("UPDATE audit SET line = ''")).toThrow('append-only');
    database.close();
    change(file, "UPDATE audit SET line = 'x' WHERE seq = 6");
    const sink = new SqliteAuditSink({ file });
    await expect(sink.append([entry(6)])).rejects.toThrow('damaged');
    await sink.close();
  });

  it('takes nothing more when the database is full', async () => {
    using folder = new TrailFolder();
    const sink = new SqliteAuditSink({ file: join(folder.base, 'audit.db'), maxBytes: 64 * 1024 });
    const fill = async (): Promise<void> => {
      for (let round = 0; round < 100; round++) await sink.append(entries(20));
    };
    await expect(fill()).rejects.toThrow('full');
    await sink.close();
    rmSync(folder.base, { recursive: true });
  });

  it('waits while another process has locked the database', async () => {
    using folder = new TrailFolder();
    const file = await writeTrail(folder);
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const sink = new SqliteAuditSink({ file });
    const appended = sink.append([entry(6)]);
    setTimeout(() => other.exec('COMMIT'), 30);
    await appended;
    other.close();
    await sink.close();
    expect(await verifyAuditDatabase(file)).toMatchObject({ ok: true, records: 7 });
  });
});
