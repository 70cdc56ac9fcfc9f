import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { diffLines, isDiff, paintFor } from '../../src/index.ts';

const DIFF = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n same\n';

describe('diffLines', () => {
  it('paints each kind of line in its own colour', () => {
    const lines = diffLines(DIFF, paintFor({ hasColour: true }));
    expect(lines.map((line) => stripVTControlCharacters(line))).toEqual(DIFF.trimEnd().split('\n'));
    const colours = lines.map((line) => line.slice(0, line.indexOf('m') + 1));
    expect(colours.slice(0, 5)).toEqual(['\u001b[1m', '\u001b[1m', '\u001b[36m', '\u001b[31m', '\u001b[32m']);
    expect(lines[5]).toBe(' same');
  });

  it('escapes what a file could tell the terminal', () => {
    expect(diffLines('+\u001b[2J', paintFor({ hasColour: false })).join('')).not.toContain('\u001b');
  });

  it('is for texts with the header of a hunk', () => {
    expect([isDiff(DIFF), isDiff('- a list\n+ more')]).toEqual([true, false]);
  });
});
