import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const made: string[] = [];
afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

function temporaryFolder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `files-${name}-`));
  made.push(path);
  return path;
}

describe('a file of one gigabyte', () => {
  it('returns its last 100 lines, a slice of bytes and a block with less than 64 MB more memory', () => {
    const [root, state] = [temporaryFolder('large'), temporaryFolder('state')];
    const line = `${'a line of a hundred bytes '.repeat(4).slice(0, 99)}\n`;
    const huge = openSync(join(root, 'huge.txt'), 'w');
    const block = Buffer.from(line.repeat(100_000));
    for (let index = 0; index < 107; index++) writeSync(huge, block);
    writeSync(huge, 'the end');
    closeSync(huge);
    const small = openSync(join(root, 'small.txt'), 'w');
    writeSync(small, 'one\ntwo\n');
    closeSync(small);
    // A hole in place of a line: nothing but its beginning is on disk.
    const hole = openSync(join(root, 'one-line.txt'), 'w');
    writeSync(hole, 'x'.repeat(10_000));
    ftruncateSync(hole, 2 ** 30);
    closeSync(hole);

    const child = join(import.meta.dirname, '../fixtures/large-file-child.mjs');
    const report = JSON.parse(execFileSync(process.execPath, [child, root, state], { encoding: 'utf8' }));
    expect(report).toMatchObject({
      tail: 100,
      last: '10700001\tthe end',
      lines: 100,
      end: 'the end',
      total: 10_700_001,
      headTruncated: true,
      base64: 65_536,
      block: 10,
      cut: [1],
    });
    for (const [what, grown] of Object.entries(report.grownMb)) expect(grown, what).toBeLessThan(64);
  }, 300_000);
});
