import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileAuditSink, verifyAuditFolder, type AuditKey } from '../../src/index.ts';
import { createChainHash } from '../../src/record/chain.ts';
import { formatHead } from '../../src/sinks/file/head-anchor.ts';
import { entries, entry } from '../fixtures/entries.ts';
import { TrailFolder } from '../fixtures/trail-folder.ts';

const KEY = 'a key that nobody else has';

/** A trail of two segments; returns their files. */
async function writeTrail(folder: TrailFolder, key?: AuditKey): Promise<readonly [string, string]> {
  for (let round = 0; round < 2; round++) {
    const sink = new FileAuditSink({ folder: folder.path, ...(key !== undefined && { key }) });
    await sink.append(entries(4));
    sink.close();
  }
  const [first = '', second = ''] = folder.segments();
  return [first, second];
}

async function kindsAfter(folder: TrailFolder, file: string, lines: readonly string[]): Promise<string[]> {
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  const { ok, problems } = await verifyAuditFolder(folder.path);
  expect(ok).toBe(problems.length === 0);
  return problems.map(({ kind }) => kind);
}

describe('verifyAuditFolder', () => {
  it('finds every changed byte', async () => {
    using folder = new TrailFolder();
    for (const file of await writeTrail(folder)) {
      const original = readFileSync(file);
      for (let index = 0; index < original.length; index += 11) {
        const changed = Buffer.from(original);
        changed[index] = (original[index] ?? 0) ^ 1;
        writeFileSync(file, changed);
        expect((await verifyAuditFolder(folder.path)).ok, `byte ${index}`).toBe(false);
      }
      writeFileSync(file, original);
    }
    expect(await verifyAuditFolder(folder.path)).toMatchObject({ ok: true, records: 12, notices: [] });
  });

  it('finds every dropped record, also the last ones, and every pair that was exchanged', async () => {
    using folder = new TrailFolder();
    for (const file of await writeTrail(folder)) {
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      for (let index = 0; index < lines.length; index++) {
        expect(await kindsAfter(folder, file, lines.toSpliced(index, 1)), `without ${index}`).not.toEqual([]);
        expect(await kindsAfter(folder, file, lines.slice(0, index)), `cut at ${index}`).not.toEqual([]);
        expect(await kindsAfter(folder, file, lines.toSpliced(index, 0, lines[index] ?? ''))).not.toEqual([]);
        for (let other = 0; other < index; other++) {
          const swapped = lines.with(index, lines[other] ?? '').with(other, lines[index] ?? '');
          expect(await kindsAfter(folder, file, swapped), `${other} and ${index}`).toContain('reordered');
        }
      }
      expect(await kindsAfter(folder, file, lines)).toEqual([]);
    }
  });

  it('finds changes in records that share a hash, and names them', async () => {
    using folder = new TrailFolder();
    const sink = new FileAuditSink({ folder: folder.path });
    await sink.append(entries(70));
    sink.close();
    const [file = ''] = folder.segments();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const hashed = lines.flatMap((line, index) => (line.includes('"hash":') ? [index] : []));
    expect(hashed).toEqual([0, 32, 64, 70, 71]);
    for (let index = 1; index < lines.length; index += 3) {
      const line = lines[index] ?? '';
      const changed = line.replace('"task-1"', '"task-2"').replace('"close"', '"clos"');
      expect(await kindsAfter(folder, file, lines.with(index, changed)), `changed ${index}`).toContain('changed');
      expect(await kindsAfter(folder, file, lines.toSpliced(index, 1)), `without ${index}`).not.toEqual([]);
      const next = lines[index + 1] ?? '';
      const swapped = lines.with(index, next).with(index + 1, line);
      if (next !== '') expect(await kindsAfter(folder, file, swapped), `swapped ${index}`).toContain('reordered');
    }
    // Two groups cannot be made one.
    const joined = lines
      .with(32, lines[32]?.replace(/,"hash":"\w+"/, '') ?? '')
      .with(33, lines[33]?.replace(/"prev":"\w+",/, '') ?? '');
    expect(await kindsAfter(folder, file, joined)).toContain('changed');
    expect(await kindsAfter(folder, file, lines.with(32, lines[32]?.replace(/,"hash":"\w+"/, '') ?? ''))).toEqual([
      'changed',
    ]);
    expect(await kindsAfter(folder, file, lines.with(33, lines[33]?.replace(/"prev":"\w+",/, '') ?? ''))).toEqual([
      'changed',
    ]);
    await kindsAfter(folder, file, lines.with(40, lines[40]?.replace('"task-1"', '"task-2"') ?? ''));
    expect((await verifyAuditFolder(folder.path)).problems).toMatchObject([
      { kind: 'changed', where: '00000001:65', message: expect.stringContaining('the records 34 to 65') },
    ]);
    expect(await kindsAfter(folder, file, lines)).toEqual([]);
  });

  it('takes records without their hash at the end for the trace of a killed process, and the next one continues', async () => {
    using folder = new TrailFolder();
    const sink = new FileAuditSink({ folder: folder.path });
    await sink.append([entry(1)]);
    const [file = ''] = folder.segments();
    const text = readFileSync(file, 'utf8');
    await sink.append(entries(20));
    sink.close();
    const head = file.replace('.jsonl', '.head');
    const lines = readFileSync(file, 'utf8').split('\n');
    // What a kill in the midst of the second write leaves, before the head file is written again.
    rmSync(folder.path, { recursive: true });
    mkdirSync(folder.path);
    writeFileSync(file, text);
    writeFileSync(file, `${lines.slice(2, 12).join('\n')}\n${lines[12]?.slice(0, 40)}`, { flag: 'a' });
    const { seq, hash } = JSON.parse(lines[0] ?? '') as { seq: number; hash: string };
    writeFileSync(head, formatHead('00000001', { seq, hash }, createChainHash()));
    expect(await verifyAuditFolder(folder.path)).toMatchObject({
      ok: true,
      records: 2,
      notices: [
        expect.stringContaining('incomplete'),
        expect.stringContaining('10 records have no hash'),
        expect.stringContaining('not closed'),
      ],
    });
    const next = new FileAuditSink({ folder: folder.path });
    await next.append([entry(2)]);
    next.close();
    expect(await verifyAuditFolder(folder.path)).toMatchObject({ ok: true, records: 2 + 3 });
  });

  it('finds a segment that is gone, exchanged, or copied to the end', async () => {
    using folder = new TrailFolder();
    const [first, second] = await writeTrail(folder);
    const kept = join(folder.base, 'kept');
    renameSync(first, kept);
    expect(await verifyAuditFolder(folder.path)).toMatchObject({ problems: [{ kind: 'missing' }] });
    copyFileSync(second, first);
    expect((await verifyAuditFolder(folder.path)).ok).toBe(false);
    renameSync(kept, first);
    copyFileSync(second, first.replace('01.', '03.'));
    expect((await verifyAuditFolder(folder.path)).problems.map(({ kind }) => kind)).toContain('reordered');
  });

  it('finds a missing or changed head file', async () => {
    using folder = new TrailFolder();
    const head = (await writeTrail(folder))[1].replace('.jsonl', '.head');
    const text = readFileSync(head, 'utf8');
    writeFileSync(head, text.replace(/:6:/, ':5:'));
    expect(await verifyAuditFolder(folder.path)).toMatchObject({ problems: [{ kind: 'changed' }] });
    rmSync(head);
    expect(await verifyAuditFolder(folder.path)).toMatchObject({ problems: [{ kind: 'missing' }] });
  });

  it('finds that the newest segments are gone if the caller has noted their heads', async () => {
    using folder = new TrailFolder();
    const [, second] = await writeTrail(folder);
    const { heads } = await verifyAuditFolder(folder.path);
    rmSync(second);
    rmSync(second.replace('.jsonl', '.head'));
    expect(await verifyAuditFolder(folder.path)).toMatchObject({ ok: true });
    expect(await verifyAuditFolder(folder.path, { expect: heads })).toMatchObject({ problems: [{ kind: 'missing' }] });
    await expect(verifyAuditFolder(folder.path, { expect: ['nonsense'] })).rejects.toThrow('SEGMENT:NUMBER:HASH');
  });

  it('finds a trail that was written anew without the key', async () => {
    using original = new TrailFolder();
    using forged = new TrailFolder();
    await writeTrail(original, KEY);
    expect(await verifyAuditFolder(original.path, { key: KEY })).toMatchObject({ ok: true });
    expect(await verifyAuditFolder(original.path)).toMatchObject({ problems: [{ kind: 'key' }, { kind: 'key' }] });
    expect((await verifyAuditFolder(original.path, { key: 'another key, just as long' })).ok).toBe(false);
    await writeTrail(forged);
    expect((await verifyAuditFolder(forged.path, { key: KEY })).problems[0]).toMatchObject({ kind: 'key' });
    for (const name of readdirSync(forged.path)) {
      const text = readFileSync(join(forged.path, name), 'utf8').replace('"keyed":false', '"keyed":true');
      writeFileSync(join(forged.path, name), text);
    }
    expect((await verifyAuditFolder(forged.path, { key: KEY })).problems[0]).toMatchObject({ kind: 'changed' });
  });

  it('takes half a record at the end for the trace of a killed process', async () => {
    using folder = new TrailFolder();
    const sink = new FileAuditSink({ folder: folder.path });
    await sink.append([entry(1)]);
    const [file = ''] = folder.segments();
    writeFileSync(file, '{"seq":3,"prev":"00', { flag: 'a' });
    const next = new FileAuditSink({ folder: folder.path });
    await next.append([entry(2)]);
    next.close();
    const { ok, notices } = await verifyAuditFolder(folder.path);
    expect(ok).toBe(true);
    expect(notices).toEqual([expect.stringContaining('incomplete'), expect.stringContaining('not closed')]);
  });

  it('says that there is no trail in an empty or missing folder', async () => {
    using folder = new TrailFolder();
    expect(await verifyAuditFolder(folder.path)).toMatchObject({ ok: false, problems: [{ kind: 'missing' }] });
  });

  it('keeps to its limits with very long lines and many problems', async () => {
    using folder = new TrailFolder();
    const [first] = await writeTrail(folder);
    writeFileSync(first, `${'x'.repeat(1_000_000)}\n${'{}\n'.repeat(1000)}`);
    const { problems, notices } = await verifyAuditFolder(folder.path);
    expect(problems).toHaveLength(100);
    expect(notices.at(-1)).toMatch(/^\d+ more problems are not listed$/);
  });
});
