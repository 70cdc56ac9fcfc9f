import { describe, expect, it } from 'vitest';
import { searchReplace } from '../edit-formats.ts';
import { codeOf, temporaryEdit } from '../temporary-edit.ts';

const block = (before: string, after: string): string => searchReplace({ path: '', before: [before], after: [after] });

describe('multi_apply_diff', () => {
  it('multi_apply_diff changes several files in one step that one undo takes back', async () => {
    const { run, text, workspace } = temporaryEdit({ 'a.txt': 'one\n', 'b.txt': 'two\n' });
    const files = [
      { path: 'a.txt', diff: block('one', '1') },
      { path: 'b.txt', diff: block('two', '2') },
    ];
    const result = await run('multi_apply_diff', { files }, { callId: 'call-7' });
    expect(result).toMatchObject({ value: { files: [{ path: 'a.txt' }, { path: 'b.txt' }] } });
    expect([text('a.txt'), text('b.txt')]).toEqual(['1\n', '2\n']);
    expect(await workspace.changes()).toMatchObject([{ taskId: 'task', callId: 'call-7', tool: 'multi_apply_diff' }]);
    await workspace.undo({ callId: 'call-7' });
    expect([text('a.txt'), text('b.txt')]).toEqual(['one\n', 'two\n']);
  });

  it('multi_apply_diff changes no file when one fails, and tells of every file that did', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'one\n', 'b.txt': 'two\n', 'c.txt': 'three\n' });
    const files = [
      { path: 'a.txt', diff: block('one', '1') },
      { path: 'b.txt', diff: block('nothing like it', 'x') },
      { path: 'c.txt', diff: block('nor like this', 'y') },
    ];
    const result = await run('multi_apply_diff', { files });
    expect(codeOf(result)).toBe('EDIT_NO_MATCH');
    expect(!result.ok && result.error.message).toMatch(/b\.txt[^]*c\.txt/);
    expect([text('a.txt'), text('b.txt'), text('c.txt')]).toEqual(['one\n', 'two\n', 'three\n']);
  });

  it('multi_apply_diff refuses one file under two names', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'one\ntwo\n', 'sub/z': '' });
    const files = [
      { path: 'a.txt', diff: block('one', '1') },
      { path: 'sub/../a.txt', diff: block('two', '2') },
    ];
    expect(codeOf(await run('multi_apply_diff', { files }))).toBe('CONFLICTING_CHANGES');
    expect(text('a.txt')).toBe('one\ntwo\n');
  });

  it('multi_apply_diff says which diff cannot be read', async () => {
    const { run } = temporaryEdit({ 'a.txt': 'one\n' });
    const result = await run('multi_apply_diff', { files: [{ path: 'a.txt', diff: 'nonsense' }] });
    expect(result).toMatchObject({ error: { code: 'DIFF_INVALID', message: expect.stringContaining('a.txt') } });
  });
});
