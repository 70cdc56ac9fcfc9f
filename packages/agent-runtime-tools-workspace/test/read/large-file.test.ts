import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../temporary-workspace.ts';
import { legacyText } from '../text/legacy-texts.ts';

describe('a file of one gigabyte', () => {
  it('gives its last 100 lines, a slice of bytes and lines from its middle with less than 64 MB of growth', () => {
    const made = temporaryWorkspace({ 'small.txt': 'one\ntwo\n' });
    const block = Buffer.from(
      'a line of exactly one hundred bytes, over and over again, so that they can be counted without effort\n'
        .slice(-100)
        .repeat(100_000),
    );
    const file = openSync(join(made.root, 'huge.txt'), 'w');
    for (let index = 0; index < 107; index++) writeSync(file, block);
    writeSync(file, 'the end');
    closeSync(file);
    // A hole in place of a line: nothing but its ends is on disk.
    const hole = openSync(join(made.root, 'one-line.txt'), 'w');
    writeSync(hole, 'x'.repeat(10_000));
    ftruncateSync(hole, 2 ** 30);
    closeSync(hole);
    // Nothing but ASCII for a gigabyte, and then Japanese.
    const { text, bytes } = legacyText('shift_jis');
    const late = openSync(join(made.root, 'late.txt'), 'w');
    ftruncateSync(late, 2 ** 30);
    writeSync(late, 'x'.repeat(10_000), 0);
    writeSync(late, Buffer.concat([Buffer.from('\n'), bytes]), 0, bytes.byteLength + 1, 2 ** 30);
    closeSync(late);

    const report = JSON.parse(
      execFileSync(
        process.execPath,
        [join(import.meta.dirname, '../fixtures/large-file-child.mjs'), made.root, made.state],
        { encoding: 'utf8' },
      ),
    );
    expect(report).toMatchObject({ lines: 100, last: 'the end', base64: 64 * 1024, total: 10_700_001, cut: [0] });
    expect(report.middle).toHaveLength(3);
    expect(report.late).toEqual(['shift_jis', text.split('\n').findLast((line) => line !== '')]);
    expect(report.grownMb).toBeLessThan(64);
  }, 120_000);
});
