import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beginPatch, searchReplace } from '../edit-formats.ts';
import { codeOf, temporaryEdit, type TemporaryEdit } from '../temporary-edit.ts';

const edit = { path: 'a.txt', before: ['one'], after: ['1'] };

/** A call of each tool that changes a.txt. */
const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['edit_file', { path: 'a.txt', old_string: 'one', new_string: '1' }],
  ['apply_diff', { path: 'a.txt', diff: searchReplace(edit) }],
  ['multi_apply_diff', { files: [{ path: 'a.txt', diff: searchReplace(edit) }] }],
  ['apply_patch', { patch: beginPatch(edit) }],
  ['search_and_replace', { path: 'a.txt', search: 'one', replace: '1' }],
  ['search_and_replace', { glob: '*.txt', search: 'one', replace: '1' }],
  ['insert_content', { path: 'a.txt', line: 1, content: 'new' }],
];

describe('an edit', () => {
  it.each(calls)('by %s needs approval to change a file: %o', async (tool, params) => {
    const { run, text } = temporaryEdit({ 'a.txt': 'one\n' }, { approve: false });
    expect(codeOf(await run(tool, params))).toBe('APPROVAL_REQUIRED');
    expect(text('a.txt')).toBe('one\n');
  });

  it.each(calls)('by %s is refused when the file changes after approval was asked for: %o', async (tool, params) => {
    const made: TemporaryEdit = temporaryEdit(
      { 'a.txt': 'one\n' },
      {
        approve: async (given, context, next) => {
          expect((await context.approval.dryRun(given)).ok).toBe(true);
          made.put('a.txt', 'one\nsomebody else\n');
          return next(given, { by: 'person' });
        },
      },
    );
    expect(codeOf(await made.run(tool, params))).toBe('STALE_FILE');
    expect(made.text('a.txt')).toBe('one\nsomebody else\n');
  });

  it.each(calls)('by %s is refused when the file changed since the task read it: %o', async (tool, params) => {
    const { run, text, put, workspace, tools } = temporaryEdit({ 'a.txt': 'one\n' });
    await workspace.read('a.txt', { taskId: 'task' });
    put('a.txt', 'one\nmore\n');
    expect(codeOf(await run(tool, params))).toBe('STALE_FILE');
    expect(codeOf(await tools.dryRun<string>(tool, params, { taskId: 'task' }))).toBe('STALE_FILE');
    expect(text('a.txt')).toBe('one\nmore\n');
    await workspace.read('a.txt', { taskId: 'task' });
    expect(codeOf(await run(tool, params))).toBe('ok');
  });

  it('that only creates a file needs no approval', async () => {
    const { run, text } = temporaryEdit({}, { approve: false });
    expect(codeOf(await run('edit_file', { path: 'n.txt', old_string: '', new_string: 'x' }))).toBe('ok');
    const patch = '*** Begin Patch\n*** Add File: m.txt\n+y\n*** End Patch\n';
    expect(codeOf(await run('apply_patch', { patch }))).toBe('ok');
    expect([text('n.txt'), text('m.txt')]).toEqual(['x', 'y\n']);
  });

  it('that creates a file which programs execute by themselves needs approval', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'all:\n' }, { approve: false });
    expect(codeOf(await run('edit_file', { path: 'Makefile', old_string: '', new_string: 'x' }))).toBe(
      'APPROVAL_REQUIRED',
    );
    const added = '*** Begin Patch\n*** Add File: conftest.py\n+y\n*** End Patch\n';
    expect(codeOf(await run('apply_patch', { patch: added }))).toBe('APPROVAL_REQUIRED');
    const renamed = 'diff --git a/a.txt b/package.json\nrename from a.txt\nrename to package.json\n';
    expect(codeOf(await run('apply_patch', { patch: renamed }))).toBe('APPROVAL_REQUIRED');
    expect([text('Makefile'), text('conftest.py'), text('package.json')]).toEqual([undefined, undefined, undefined]);
  });

  it('of a protected file is refused without approval, new or not, and made with it', async () => {
    const files = { '.vscode/settings.json': '{}\n' };
    const wanted: [string, Record<string, unknown>][] = [
      ['edit_file', { path: '.vscode/settings.json', old_string: '{}', new_string: '[]' }],
      ['edit_file', { path: '.npmrc', old_string: '', new_string: 'x' }],
      ['apply_patch', { patch: '*** Begin Patch\n*** Add File: .envrc\n+y\n*** End Patch\n' }],
    ];
    const denied = temporaryEdit(files, { approve: false });
    for (const [tool, params] of wanted) expect(codeOf(await denied.run(tool, params))).toBe('APPROVAL_REQUIRED');
    expect([denied.text('.vscode/settings.json'), denied.text('.npmrc'), denied.text('.envrc')]).toEqual([
      '{}\n',
      undefined,
      undefined,
    ]);
    const granted = temporaryEdit(files);
    for (const [tool, params] of wanted) expect(codeOf(await granted.run(tool, params))).toBe('ok');
    expect([granted.text('.vscode/settings.json'), granted.text('.npmrc'), granted.text('.envrc')]).toEqual([
      '[]\n',
      'x',
      'y\n',
    ]);
  });

  it('does not reach a protected file through a link that is swapped in after the approval', async () => {
    const made: TemporaryEdit = temporaryEdit(
      { 'conf/a.txt': 'one\n', '.vscode/a.txt': 'one\n' },
      {
        approve: (given, _context, next) => {
          renameSync(join(made.root, 'conf'), join(made.root, 'away'));
          symlinkSync('.vscode', join(made.root, 'conf'));
          return next(given, { by: 'person' });
        },
      },
    );
    const result = await made.run('edit_file', { path: 'conf/a.txt', old_string: 'one', new_string: '1' });
    expect(codeOf(result)).toBe('STALE_FILE');
    expect(made.text('.vscode/a.txt')).toBe('one\n');
  });

  it('does not change a file that appears under a glob after the approval', async () => {
    const made: TemporaryEdit = temporaryEdit(
      { 'a.txt': 'one\n' },
      {
        approve: (given, _context, next) => {
          made.put('b.txt', 'one\n');
          return next(given, { by: 'person' });
        },
      },
    );
    const result = await made.run('search_and_replace', { glob: '*.txt', search: 'one', replace: '1' });
    expect(codeOf(result)).toBe('STALE_FILE');
    expect([made.text('a.txt'), made.text('b.txt')]).toEqual(['one\n', 'one\n']);
  });

  it('that must fail does not ask for approval', async () => {
    let asked = 0;
    const { run } = temporaryEdit(
      { 'a.txt': 'one\n' },
      {
        approve: (given, context, next) => {
          if (context.approval.required) asked++;
          return next(given, { by: 'person' });
        },
      },
    );
    expect(codeOf(await run('edit_file', { path: '../a', old_string: 'x', new_string: 'y' }))).toBe('INVALID_PATH');
    expect(codeOf(await run('edit_file', { path: 'gone', old_string: 'x', new_string: 'y' }))).toBe('FILE_NOT_FOUND');
    expect(codeOf(await run('apply_patch', { patch: 'nonsense' }))).toBe('PATCH_INVALID');
    expect(asked).toBe(0);
    await run('edit_file', { path: 'a.txt', old_string: 'one', new_string: 'y' });
    expect(asked).toBe(1);
  });
});
