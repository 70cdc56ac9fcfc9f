import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../temporary-workspace.ts';
import { legacyText } from '../text/legacy-texts.ts';

describe('a file of 100 MB in GBK', () => {
  it('gives lines from its start, middle and end with less than 64 MB of growth', () => {
    const { text, bytes } = legacyText('gbk');
    const lines = text.split('\n').filter((line) => line !== '');
    const made = temporaryWorkspace({ 'small.txt': 'one\ntwo\n' });
    const paragraph = bytes.at(-1) === 0x0a ? bytes : Buffer.concat([bytes, Buffer.from('\n')]);
    const block = Buffer.concat(Array.from({ length: 10_000 }, () => paragraph));
    const blocks = Math.ceil(100_000_000 / block.byteLength);
    const file = openSync(join(made.root, 'large.txt'), 'w');
    for (let index = 0; index < blocks; index++) writeSync(file, block);
    closeSync(file);

    const child = join(import.meta.dirname, '../fixtures/large-legacy-child.mjs');
    const report = JSON.parse(execFileSync(process.execPath, [child, made.root, made.state], { encoding: 'utf8' }));
    const line = (index: number): string | undefined => lines[index % lines.length];
    const total = blocks * 10_000 * lines.length;
    expect(report).toMatchObject({ encodings: ['gbk', 'gbk', 'gbk'], total });
    expect(report.lines).toEqual([0, 1, 500_000, 500_001, 500_002, total - 2, total - 1].map((index) => line(index)));
    expect(report.grownMb).toBeLessThan(64);
  }, 120_000);
});
