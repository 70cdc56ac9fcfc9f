import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryEdit } from './temporary-edit.ts';

const BLOCK = '<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE';

/** The same wish in the words of every tool that changes a file. */
function callsOn(path: string): [tool: string, params: Readonly<Record<string, unknown>>][] {
  return [
    ['edit_file', { path, old_string: 'old', new_string: 'new' }],
    ['apply_diff', { path, diff: BLOCK }],
    ['multi_apply_diff', { files: [{ path, diff: BLOCK }] }],
    ['apply_patch', { patch: `*** Begin Patch\n*** Update File: ${path}\n@@\n-old\n+new\n*** End Patch` }],
    ['apply_patch', { patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch` }],
    ['search_and_replace', { path, search: 'old', replace: 'new' }],
    ['insert_content', { path, line: 1, content: 'new' }],
  ];
}

describe('a failure of an edit', () => {
  it('names the files that were probably meant, also in a dry run', async () => {
    const edit = temporaryEdit({ 'src/index.ts': 'old\n' });
    for (const [tool, params] of callsOn('src/indx.ts')) {
      const expected = {
        ok: false,
        error: {
          code: 'FILE_NOT_FOUND',
          suggestion: 'Did you mean src/index.ts?',
          details: { nearest: ['src/index.ts'] },
        },
      };
      expect(await edit.run(tool, params), tool).toMatchObject(expected);
      expect(await edit.tools.dryRun(tool, params, { taskId: 'task' }), tool).toMatchObject(expected);
    }
  });

  it('says that a path goes through a file, or that a link leads nowhere', async () => {
    const edit = temporaryEdit({ 'a.txt': 'old\n' });
    symlinkSync('nowhere', join(edit.root, 'dead'));
    for (const [tool, params] of callsOn('a.txt/b')) {
      const result = await edit.run(tool, params);
      expect(result, tool).toMatchObject({
        error: { message: 'There can be no a.txt/b: a.txt is a file, not a folder.' },
      });
    }
    for (const [tool, params] of callsOn('dead').filter(([, { patch }]) => !String(patch).includes('Delete'))) {
      expect(await edit.run(tool, params), tool).toMatchObject({
        error: { code: 'INVALID_PATH', message: 'dead is a link to something that does not exist.' },
      });
    }
  });

  it('says what to do with a file that is too large or no text', async () => {
    const edit = temporaryEdit(
      { 'large.txt': 'old\n'.repeat(100), 'b.bin': Buffer.from([0, 1, 2]) },
      {
        pack: { maxFileBytes: 100 },
      },
    );
    const edited = await edit.run('edit_file', { path: 'large.txt', old_string: 'old', new_string: 'new' });
    expect(edited).toMatchObject({ error: { code: 'TOO_LARGE', suggestion: expect.stringContaining('command') } });
    const binary = await edit.run('insert_content', { path: 'b.bin', line: 1, content: 'x' });
    expect(binary).toMatchObject({ error: { code: 'BINARY_FILE', suggestion: expect.stringContaining('Only text') } });
  });

  it('says which lines there are', async () => {
    const edit = temporaryEdit({ 'a.txt': 'one\ntwo\n' });
    expect(await edit.run('insert_content', { path: 'a.txt', line: 9, content: 'x' })).toMatchObject({
      error: {
        code: 'LINE_OUT_OF_RANGE',
        message: 'a.txt has no line 9 to insert before: it has 2 lines.',
        suggestion: 'Give a line from 1 to 3, or 0 for the end.',
      },
    });
    const search = { path: 'a.txt', search: 'one', replace: 'x', startLine: 9 };
    expect(await edit.run('search_and_replace', search)).toMatchObject({
      error: { code: 'LINE_OUT_OF_RANGE', suggestion: expect.stringContaining('startLine') },
    });
  });

  it('does not advise what a patch cannot do', async () => {
    const edit = temporaryEdit({ 'a.txt': 'one\n' });
    const result = await edit.run('apply_patch', { patch: '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+x\n' });
    expect(result).toMatchObject({
      error: { code: 'ALREADY_EXISTS', suggestion: expect.stringContaining('*** Update File') },
    });
  });

  it('makes no file of the name of a folder', async () => {
    const edit = temporaryEdit();
    expect(await edit.run('edit_file', { path: 'new/', old_string: '', new_string: 'x' })).toMatchObject({
      error: { code: 'IS_DIRECTORY', message: 'new/ is the name of a folder.' },
    });
  });

  it('says how many files a glob matches', async () => {
    const edit = temporaryEdit({ 'a.txt': 'x', 'b.txt': 'x', 'c.txt': 'x' }, { pack: { maxFiles: 2 } });
    expect(await edit.run('search_and_replace', { glob: '*.txt', search: 'x', replace: 'y' })).toMatchObject({
      error: { code: 'TOO_LARGE', message: 'The glob *.txt matches 3 files, more than the limit of 2.' },
    });
  });
});

describe('the diff of a move', () => {
  it('quotes names that would break its lines, with and without a change', async () => {
    const edit = temporaryEdit({ 'quo"te.txt': 'one\ntwo\n', 'tab\there.txt': 'x\n' });
    const patch = [
      'diff --git "a/quo\\"te.txt" "b/new\\nline.txt"',
      'rename from "quo\\"te.txt"',
      'rename to "new\\nline.txt"',
      '--- "a/quo\\"te.txt"',
      '+++ "b/new\\nline.txt"',
      '@@ -1,2 +1,2 @@',
      ' one',
      '-two',
      '+2',
      'diff --git "a/tab\\there.txt" b/plain.txt',
      'similarity index 100%',
      'rename from "tab\\there.txt"',
      'rename to plain.txt',
      '',
    ].join('\n');
    const result = await edit.run('apply_patch', { patch });
    expect(result.ok && result.value.files.map(({ diff }) => diff).join('')).toBe(patch);
    expect(JSON.stringify(edit.tools.preview(result, 20))).not.toContain('similarity');
    expect(edit.text('new\nline.txt')).toBe('one\n2\n');
  });
});
