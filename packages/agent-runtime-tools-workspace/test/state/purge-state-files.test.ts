import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purgeStateFiles, updateStateFile } from '../../src/index.ts';

const DAY = 24 * 60 * 60 * 1000;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function age(name: string, days: number): void {
  const time = new Date(Date.now() - days * DAY);
  utimesSync(join(folder, name), time, time);
}

describe('purgeStateFiles', () => {
  it('removes files that were not used for so long, and old drafts', async () => {
    for (const name of ['old.json', 'new.json']) await updateStateFile(join(folder, name), async () => 'text');
    for (const name of ['a.json.1.tmp', 'b.json.2.tmp']) writeFileSync(join(folder, name), 'dr');
    age('old.json', 31);
    age('a.json.1.tmp', 2);
    const expected = { files: 4, bytes: 12, removed: 2, bytesAfter: 6 };
    expect(await purgeStateFiles(folder, { unusedForMs: 30 * DAY, dryRun: true })).toEqual(expected);
    expect(existsSync(join(folder, 'old.json'))).toBe(true);
    expect(await purgeStateFiles(folder, { unusedForMs: 30 * DAY })).toEqual(expected);
    expect(
      ['old.json', 'new.json', 'a.json.1.tmp', 'b.json.2.tmp'].map((name) => existsSync(join(folder, name))),
    ).toEqual([false, true, false, true]);
  });

  it('finds nothing in a folder that does not exist', async () => {
    const report = await purgeStateFiles(join(folder, 'none'), { unusedForMs: 0 });
    expect(report).toEqual({ files: 0, bytes: 0, removed: 0, bytesAfter: 0 });
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});
