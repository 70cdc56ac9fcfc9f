import { describe, expect, it } from 'vitest';
import { searchReplace } from '../edit-formats.ts';
import { codeOf, temporaryEdit } from '../temporary-edit.ts';

const block = (before: string, after: string): string =>
  searchReplace({ path: '', before: before.split('\n'), after: after.split('\n') });

describe('apply_diff', () => {
  it('apply_diff applies several blocks and says what it did', async () => {
    const { run, text, tools } = temporaryEdit({ 'a.txt': 'one\ntwo\nthree\nfour\n' });
    const diff = `${block('one', '1')}\n\n${block('four', '4\n5')}`;
    const result = await run('apply_diff', { path: 'a.txt', diff });
    expect(text('a.txt')).toBe('1\ntwo\nthree\n4\n5\n');
    expect(result).toMatchObject({
      value: {
        files: [
          {
            hunks: [
              { index: 0, line: 1 },
              { index: 1, line: 4 },
            ],
          },
        ],
      },
    });
    expect(tools.preview(result, 5)[0]).toBe('Edited a.txt: 2 hunks at lines 1, 4 (+3 -2)');
  });

  it('apply_diff applies all blocks or none, and tells of each that failed', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'one\ntwo\n' });
    const diff = [block('one', '1'), block('nothing like it', 'x'), block('nor like this', 'y')].join('\n');
    const result = await run('apply_diff', { path: 'a.txt', diff });
    expect(codeOf(result)).toBe('EDIT_NO_MATCH');
    const message = result.ok ? '' : result.error.message;
    expect(message).toContain('hunk 2');
    expect(message).toContain('hunk 3');
    expect(message).not.toContain('hunk 1:');
    expect(text('a.txt')).toBe('one\ntwo\n');
  });

  it.each([
    ['no block at all', 'just text'],
    ['a block that is cut off', '<<<<<<< SEARCH\none\n=======\n1\n'],
    ['a block without a divider', '<<<<<<< SEARCH\none\n>>>>>>> REPLACE'],
  ])('apply_diff refuses %s as DIFF_INVALID', async (_what, diff) => {
    const { run, text } = temporaryEdit({ 'a.txt': 'one\ntwo\n' });
    expect(codeOf(await run('apply_diff', { path: 'a.txt', diff }))).toBe('DIFF_INVALID');
    expect(text('a.txt')).toBe('one\ntwo\n');
  });

  it('apply_diff takes a bounded number of blocks', async () => {
    const { run } = temporaryEdit({ 'a.txt': 'one\n' });
    const diff = Array.from({ length: 1001 }, () => block('one', 'x')).join('\n');
    expect(codeOf(await run('apply_diff', { path: 'a.txt', diff }))).toBe('TOO_LARGE');
  });

  it('apply_diff refuses a block that changes nothing', async () => {
    const { run } = temporaryEdit({ 'a.txt': 'one\ntwo\n' });
    expect(['EDIT_NO_CHANGE', 'DIFF_INVALID']).toContain(
      codeOf(await run('apply_diff', { path: 'a.txt', diff: block('one', 'one') })),
    );
  });
});
