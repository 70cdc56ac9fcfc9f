import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileAuditSink, SqliteAuditSink, type AuditEntry } from '@ku0/agent-runtime-tools-audit';
import { afterAll, describe, expect, it } from 'vitest';
import { runToolbox } from '../run-toolbox.ts';

const base = mkdtempSync(join(tmpdir(), 'toolbox-audit-test-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const ENTRY: AuditEntry = { kind: 'mode', time: '2026-01-02T03:04:05.678Z', task: 't', mode: 'plan', previous: 'act' };

describe('toolbox audit verify', () => {
  it('accepts an intact folder, names its head, and finds a changed record', async () => {
    const folder = join(base, 'trail');
    const sink = new FileAuditSink({ folder });
    await sink.append([ENTRY, ENTRY]);
    const { head } = sink;
    sink.close();
    const intact = await runToolbox(['audit', 'verify', folder, '--json', '--expect', head ?? '']);
    expect(intact).toMatchObject({ code: 0 });
    expect(JSON.parse(intact.stdout)).toMatchObject({ ok: true, records: 4, problems: [] });
    expect((await runToolbox(['audit', 'verify', folder])).stdout).toMatch(/intact 4 records\n {2}head 00000001:4:/);
    const file = join(folder, readdirSync(folder).find((each) => each.endsWith('.jsonl')) ?? '');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"plan"', '"act"'));
    const changed = await runToolbox(['audit', 'verify', folder]);
    expect(changed).toMatchObject({ code: 1 });
    // Records that were written together share a hash.
    expect(changed.stdout).toMatch(/changed 00000001:\d: the records? .*not match/);
  });

  it('verifies a database with the key in a file', async () => {
    const file = join(base, 'audit.db');
    const keyFile = join(base, 'key');
    writeFileSync(keyFile, 'a key of sixteen bytes\n');
    const sink = new SqliteAuditSink({ file, key: 'a key of sixteen bytes' });
    await sink.append([ENTRY]);
    await sink.close();
    expect(await runToolbox(['audit', 'verify', file, '--key-file', keyFile])).toMatchObject({ code: 0 });
    expect(await runToolbox(['audit', 'verify', file])).toMatchObject({ code: 1 });
  });

  it('says what is wrong with the command line', async () => {
    expect(await runToolbox(['audit', 'verify', join(base, 'none')])).toMatchObject({ code: 2 });
    expect(await runToolbox(['audit', 'verify', base, '--expect', 'x'])).toMatchObject({ code: 2 });
    expect(await runToolbox(['audit', 'verify', base, '--key-file', join(base, 'none')])).toMatchObject({ code: 2 });
    expect((await runToolbox(['audit', 'verfy', base])).stderr).toContain('verify');
  });
});
