import { describe, expect, it } from 'vitest';
import { applyHunks } from '../../src/engine/apply-hunks.ts';
import type { Hunk } from '../../src/engine/hunk.ts';

const LINES = Array.from(
  { length: 20_000 },
  (_, index) => `${' '.repeat((index % 4) * 2)}const value${index} = compute(${index}, "name");`,
);
const WANTED = LINES.slice(15_000, 15_008);
const join = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** The best of some runs, in milliseconds: what the work takes when nothing else gets in the way. */
function fastest(text: string, hunk: Hunk): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 8; run += 1) {
    const start = performance.now();
    applyHunks(text, [hunk]);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

// Ten times what is promised, for machines that do other things too.
const BOUND = 200;

describe('a hunk in a file of 20,000 lines', () => {
  const inexact: Record<string, (line: string, index: number) => string> = {
    'with trailing blanks': (line) => `${line}  `,
    'with curly quotes': (line) => line.replaceAll('"', '\u201c'),
    'in another indentation': (line) => `    ${line}`,
    'with a misspelt line': (line, index) => (index === 0 ? line.replace('const', 'cosnt') : line),
    'that is not there': (line) => line.replace('const', 'let'),
  };

  it.each(Object.entries(inexact))('%s is found or refused within its time', (_, write) => {
    const before = WANTED.map(write);
    const hunk = { before: join(before), after: join([...before.slice(0, 7), 'added();']) };
    expect(fastest(join(LINES), { ...hunk, wholeLines: true })).toBeLessThan(BOUND);
    expect(fastest(join(LINES), { ...hunk, wholeLines: false })).toBeLessThan(BOUND);
  });

  it.each([
    ['all of it', (lines: readonly string[]) => lines],
    ['but for the last line', (lines: readonly string[]) => [...lines.slice(1), 'other']],
    ['but for the first line', (lines: readonly string[]) => ['other', ...lines.slice(1)]],
  ])('that are all equal stays bounded with 500 of them, %s', (_, write) => {
    const equal = LINES.map(() => '    the same line');
    const hunk = { before: join(write(equal.slice(0, 500))), after: 'x\n' };
    expect(fastest(join(equal), { ...hunk, wholeLines: true })).toBeLessThan(BOUND * 4);
    expect(fastest(join(equal), { ...hunk, wholeLines: false })).toBeLessThan(BOUND * 4);
  });

  it('in one long line stays bounded', () => {
    const text = 'ab'.repeat(250_000);
    expect(fastest(text, { before: `${'ab'.repeat(20_000)}c`, after: 'x', wholeLines: false })).toBeLessThan(
      BOUND * 10,
    );
    expect(fastest(text, { before: 'ab'.repeat(20_000), after: 'x', wholeLines: false })).toBeLessThan(BOUND * 10);
  });
});
