import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileAuditSink, verifyAuditFolder } from '../../src/index.ts';
import { entries, entry } from '../fixtures/entries.ts';
import { linesOf, TrailFolder } from '../fixtures/trail-folder.ts';

describe('FileAuditSink', () => {
  it.each(['buffered', 'written', 'synced'] as const)('writes records that verify (%s)', async (durability) => {
    using folder = new TrailFolder();
    const sink = new FileAuditSink({ folder: folder.path, durability });
    for (const each of entries(20)) await sink.append([each]);
    await sink.append(entries(3));
    sink.close();
    expect(folder.records()).toHaveLength(23);
    expect(await verifyAuditFolder(folder.path)).toMatchObject({ ok: true, records: 25, notices: [] });
  });

  it('writes buffered records after a moment, and at the end of the process', async () => {
    using folder = new TrailFolder();
    const sink = new FileAuditSink({ folder: folder.path, durability: 'buffered' });
    await sink.append(entries(2));
    await expect.poll(() => folder.records().length, { timeout: 20_000 }).toBe(2);
    sink.close();
  });

  it('lets only the owner read the trail', async () => {
    using folder = new TrailFolder();
    const sink = new FileAuditSink({ folder: folder.path });
    await sink.append(entries(1));
    sink.close();
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
    for (const file of folder.segments()) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('begins a new segment when one is full, and removes the oldest ones', async () => {
    using folder = new TrailFolder();
    const sink = new FileAuditSink({ folder: folder.path, maxSegmentBytes: 4096, maxSegments: 3 });
    for (const each of entries(200)) await sink.append([each]);
    sink.close();
    expect(folder.segments().length).toBeLessThanOrEqual(3);
    const size = folder.segments().reduce((sum, file) => sum + statSync(file).size, 0);
    expect(size).toBeLessThan(5 * 4096);
    expect(await verifyAuditFolder(folder.path)).toMatchObject({ ok: true, problems: [] });
    expect(folder.records().at(-1)).toMatchObject({ call: 'k200' });
  });

  it('notices that a segment was removed by somebody else, although others were removed by itself', async () => {
    using folder = new TrailFolder();
    const sink = new FileAuditSink({ folder: folder.path, maxSegmentBytes: 4096, maxSegments: 6 });
    for (const each of entries(200)) await sink.append([each]);
    sink.close();
    const [, second = ''] = folder.segments();
    rmSync(second);
    rmSync(second.replace('.jsonl', '.head'));
    const { problems } = await verifyAuditFolder(folder.path);
    expect(problems).toMatchObject([{ kind: 'missing', message: 'the segment is missing' }]);
  });

  it('keeps the segment of a living process, and goes on in a new one if its own is gone', async () => {
    using folder = new TrailFolder();
    const living = new FileAuditSink({ folder: folder.path });
    await living.append([entry(1)]);
    const busy = new FileAuditSink({ folder: folder.path, maxSegmentBytes: 4096, maxSegments: 2 });
    for (const each of entries(100)) await busy.append([each]);
    expect(linesOf(folder.segments()[0] ?? '')[1]).toContain('"k1"');
    await living.append([entry(2)]);
    living.close();
    busy.close();
    expect(await verifyAuditFolder(folder.path)).toMatchObject({ ok: true });
  });

  it('removes what a killed process left behind when it was idle for an hour', async () => {
    using folder = new TrailFolder();
    const killed = new FileAuditSink({ folder: folder.path });
    await killed.append([entry(1)]);
    const [first = ''] = folder.segments();
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    utimesSync(first, longAgo, longAgo);
    writeFileSync(join(folder.path, '.new-1'), '');
    utimesSync(join(folder.path, '.new-1'), longAgo, longAgo);
    const sink = new FileAuditSink({ folder: folder.path, maxSegmentBytes: 4096, maxSegments: 2 });
    for (const each of entries(60)) await sink.append([each]);
    sink.close();
    expect(folder.segments()).not.toContain(first);
    expect(() => statSync(join(folder.path, '.new-1'))).toThrow('ENOENT');
    expect(await verifyAuditFolder(folder.path)).toMatchObject({ ok: true });
    killed.close();
  });

  it('fails while the folder cannot be used, and goes on when it can', async () => {
    using folder = new TrailFolder();
    writeFileSync(folder.path, 'in the way');
    const sink = new FileAuditSink({ folder: folder.path });
    expect(() => sink.append([entry(1)])).toThrow('EEXIST');
    rmSync(folder.path);
    mkdirSync(folder.path);
    chmodSync(folder.path, 0o700);
    await sink.append([entry(1)]);
    sink.close();
    expect(await verifyAuditFolder(folder.path)).toMatchObject({ ok: true, records: 3 });
  });

  it('in buffered mode, tells the next caller that writing failed, and loses nothing', async () => {
    using folder = new TrailFolder();
    writeFileSync(folder.path, 'in the way');
    const sink = new FileAuditSink({ folder: folder.path, durability: 'buffered' });
    const taken: string[] = [];
    const append = async (number: number): Promise<'taken' | 'refused'> => {
      try {
        await sink.append([entry(number)]);
        taken.push(`k${number}`);
        return 'taken';
      } catch {
        return 'refused';
      }
    };
    expect(await append(1)).toBe('taken');
    await expect.poll(() => append(2), { timeout: 20_000 }).toBe('refused');
    rmSync(folder.path);
    expect(await append(3)).toBe('taken');
    sink.close();
    expect(folder.records().map(({ call }) => call)).toEqual(taken);
  });

  it('refuses limits that make no sense', () => {
    expect(() => new FileAuditSink({ folder: 'x', maxSegments: 1 })).toThrow('maxSegments');
    expect(() => new FileAuditSink({ folder: 'x', maxSegmentBytes: Number.NaN })).toThrow('maxSegmentBytes');
    expect(() => new FileAuditSink({ folder: 'x', key: 'short' })).toThrow('16 bytes');
  });

  it('takes well under 100 µs of CPU time for a record', async () => {
    using folder = new TrailFolder();
    const sink = new FileAuditSink({ folder: folder.path });
    const all = entries(5000);
    const before = process.cpuUsage();
    for (const each of all) await sink.append([each]);
    const { user, system } = process.cpuUsage(before);
    sink.close();
    expect((user + system) / all.length).toBeLessThan(100);
    expect(readFileSync(folder.segments()[0] ?? '', 'utf8').split('\n')).toHaveLength(5003);
  });
});
