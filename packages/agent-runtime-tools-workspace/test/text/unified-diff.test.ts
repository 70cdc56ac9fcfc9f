import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../src/text/diff/unified-diff.ts';

describe('unifiedDiff', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unified-diff-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What git makes of the old file with our diff; undefined where it deletes the file. */
  function gitApply(before: string | undefined, diff: string): string | undefined {
    const file = join(folder, 'file');
    if (before === undefined) rmSync(file, { force: true });
    else writeFileSync(file, before);
    execFileSync('git', ['apply', '--whitespace=nowarn', '--unidiff-zero', '-'], { cwd: folder, input: diff });
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  it('is empty where nothing changed', () => {
    expect(unifiedDiff('a\n', 'a\n')).toEqual({ text: '', added: 0, removed: 0, truncated: false });
  });

  it('has the form that git prints', () => {
    const before = '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n';
    const after = '1\n2\n3\nfour\n5\n6\n7\n8\n9\n10\neleven';
    expect(unifiedDiff(before, after, { to: 'n.txt' }).text).toBe(
      '--- a/n.txt\n+++ b/n.txt\n@@ -1,10 +1,11 @@\n 1\n 2\n 3\n-4\n+four\n 5\n 6\n 7\n 8\n 9\n 10\n+eleven\n\\ No newline at end of file\n',
    );
  });

  it('names a file that was not there as /dev/null', () => {
    expect(unifiedDiff(undefined, 'x\n', { to: 'x' }).text).toBe('--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+x\n');
    expect(unifiedDiff('x\n', undefined, { to: 'x' }).text).toBe('--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n');
  });

  it('quotes a name that would break its line', () => {
    expect(unifiedDiff('a', 'b', { to: 'x\ny' }).text).toContain('+++ "b/x\\ny"\n');
    expect(unifiedDiff('a', 'b', { to: 'x y' }).text).toContain('+++ b/x y\t\n');
  });

  it('git turns any text into any other with it', () => {
    const line = fc.constantFrom('a\n', 'b\n', 'c\n', 'd\r\n', '\n', ' \n', 'é\n', '-- x\n', '++ y\n');
    const text = fc
      .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', 'end', 'a'))
      .map(([l, e]) => l.join('') + e);
    fc.assert(
      // Without context git misapplies its own diffs where the last line has no break.
      fc.property(text, text, fc.integer({ min: 1, max: 4 }), (before, after, context) => {
        const { text: diff, added, removed } = unifiedDiff(before, after, { to: 'file', context });
        if (before === after) {
          expect(diff).toBe('');
          return;
        }
        const body = diff.split('\n').slice(2);
        expect(body.filter((l) => l.startsWith('+')).length).toBe(added);
        expect(body.filter((l) => l.startsWith('-')).length).toBe(removed);
        expect(gitApply(before, diff) ?? '').toBe(after);
      }),
      { numRuns: 60 },
    );
  });

  it('counts what it leaves out', () => {
    const before = Array.from({ length: 200 }, (_, n) => `old ${n}\n`).join('');
    const diff = unifiedDiff(before, '', { maxLines: 20 });
    expect(diff).toMatchObject({ truncated: true, removed: 200 });
    expect(diff.text.split('\n').length).toBeLessThan(10);
  });

  it('stays quick on texts that have nothing or everything in another order', () => {
    const lines = Array.from({ length: 40_000 }, (_, n) => `${(n * 7919) % 40_000}\n`);
    const started = performance.now();
    const shuffled = unifiedDiff(lines.join(''), [...lines].sort().join(''), { maxLines: 100 });
    const other = unifiedDiff(lines.join(''), lines.map((l) => `x${l}`).join(''), { maxLines: 100 });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(shuffled.added).toBe(shuffled.removed);
    expect(other).toMatchObject({ added: 40_000, removed: 40_000, truncated: true });
  });
});
