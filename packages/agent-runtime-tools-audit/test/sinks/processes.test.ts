import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileAuditSink, SqliteAuditSink, verifyAuditDatabase, verifyAuditFolder } from '../../src/index.ts';
import { entry } from '../fixtures/entries.ts';
import { TrailFolder } from '../fixtures/trail-folder.ts';

const PROGRAM = join(import.meta.dirname, '../fixtures/write-records.ts');

function start(...args: string[]): ChildProcess {
  return fork(PROGRAM, args, { execArgv: ['--disable-warning=ExperimentalWarning'] });
}

/** Kills the process once it has said that it wrote some records, and returns the last number it said. */
async function killAfterRecords(child: ChildProcess, atLeast = 100): Promise<number> {
  let acknowledged = 0;
  child.on('message', (number) => (acknowledged = Number(number)));
  for (;;) {
    const [number] = (await once(child, 'message')) as [number];
    if (number >= atLeast) break;
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  return acknowledged;
}

describe('a process that is killed', { timeout: 120_000 }, () => {
  it.each(['buffered', 'written', 'synced'])(
    'leaves a trail of files that verifies, and the next one continues it (%s)',
    async (durability) => {
      using folder = new TrailFolder();
      for (let round = 0; round < 3; round++) {
        const acknowledged = await killAfterRecords(
          start('file', folder.path, '0', durability),
          durability === 'buffered' ? 500 : 100,
        );
        const report = await verifyAuditFolder(folder.path);
        expect(report).toMatchObject({ ok: true });
        expect(report.heads).toHaveLength(round + 1);
        // Nothing that was acknowledged is missing; the number in the head also counts the record that opens the segment.
        const written = Number(report.heads.at(-1)?.split(':')[1]);
        if (durability !== 'buffered') expect(written).toBeGreaterThan(acknowledged);
      }
      const sink = new FileAuditSink({ folder: folder.path });
      await sink.append([entry(1)]);
      sink.close();
      expect(await verifyAuditFolder(folder.path)).toMatchObject({ ok: true, heads: { length: 4 } });
    },
  );

  it('leaves a database that verifies, and the next one continues it', async () => {
    using folder = new TrailFolder();
    const file = join(folder.base, 'audit.db');
    const acknowledged = await killAfterRecords(start('sqlite', file));
    const report = await verifyAuditDatabase(file);
    expect(report).toMatchObject({ ok: true });
    expect(report.records).toBeGreaterThan(acknowledged);
    const sink = new SqliteAuditSink({ file });
    await sink.append([entry(1)]);
    await sink.close();
    expect(await verifyAuditDatabase(file)).toMatchObject({ ok: true, records: report.records + 1 });
  });
});

describe('several processes at once', { timeout: 120_000 }, () => {
  it('share a folder without forking the trail', async () => {
    using folder = new TrailFolder();
    const children = Array.from({ length: 4 }, () => start('file', folder.path, '500'));
    await Promise.all(children.map((child) => once(child, 'exit')));
    expect(folder.records()).toHaveLength(2000);
    expect(await verifyAuditFolder(folder.path)).toMatchObject({ ok: true, notices: [], heads: { length: 4 } });
  });

  it('share a database without forking the trail', async () => {
    using folder = new TrailFolder();
    const file = join(folder.base, 'audit.db');
    const children = Array.from({ length: 3 }, () => start('sqlite', file, '100'));
    await Promise.all(children.map((child) => once(child, 'exit')));
    expect(await verifyAuditDatabase(file)).toMatchObject({ ok: true, records: 301 });
  });
});
