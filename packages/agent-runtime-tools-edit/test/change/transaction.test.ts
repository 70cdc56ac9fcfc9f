import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { interceptFileSystem, nodeFileSystem } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { inEveryFormat } from '../edit-formats.ts';
import { folderContent } from '../folder-content.ts';
import { codeOf, temporaryEdit } from '../temporary-edit.ts';

const edits = inEveryFormat({ path: 'a.txt', before: ['two'], after: ['2'], line: 2 }).map(
  ({ format, tool, params }) => [format, tool, params] as const,
);
const calls = [
  ...edits,
  ['search_and_replace', 'search_and_replace', { glob: '*.txt', search: 'two', replace: '2' }],
  ['insert_content', 'insert_content', { path: 'a.txt', line: 2, content: 'new' }],
] as const;

describe('an edit', () => {
  it.each(calls)('by %s shows the same diff in a dry run, which changes nothing', async (_format, tool, params) => {
    const { run, tools, root } = temporaryEdit({ 'a.txt': 'one\r\ntwo\r\nthree' });
    const before = folderContent(root);
    const plan = await tools.dryRun<string>(tool, params, { taskId: 'task' });
    expect(folderContent(root)).toEqual(before);
    const result = await run(tool, params);
    expect(plan.ok && plan.value.changes).toEqual([
      { kind: 'modify', target: 'a.txt', diff: result.ok && result.value.files[0]?.diff },
    ]);
    expect(result.ok && result.value.files[0]?.diff).toContain('@@');
  });

  it.each(calls)('by %s is undone byte for byte, and journalled with its call', async (_format, tool, params) => {
    const { run, root, workspace } = temporaryEdit({ 'a.txt': '\ufeffone\r\ntwo\nthree' });
    chmodSync(join(root, 'a.txt'), 0o750);
    const before = readFileSync(join(root, 'a.txt'));
    expect(codeOf(await run(tool, params, { callId: 'c1' }))).toBe('ok');
    expect(readFileSync(join(root, 'a.txt')).equals(before)).toBe(false);
    expect(statSync(join(root, 'a.txt')).mode & 0o777).toBe(0o750);
    expect(await workspace.changes()).toMatchObject([{ taskId: 'task', callId: 'c1', tool }]);
    expect((await workspace.undo({ callId: 'c1' })).restored).toEqual(['a.txt']);
    expect(readFileSync(join(root, 'a.txt')).equals(before)).toBe(true);
    expect(statSync(join(root, 'a.txt')).mode & 0o777).toBe(0o750);
  });

  it.each([
    [
      'UTF-16 with its mark',
      Buffer.from('\ufeffone\r\ntwo ä\r\n', 'utf16le'),
      Buffer.from('\ufeffone\r\n2 ä\r\n', 'utf16le'),
    ],
    ['Windows-1252', Buffer.from('caf\xe9 \x93two\x94\n', 'latin1'), Buffer.from('caf\xe9 \x932\x94\n', 'latin1')],
  ])('keeps %s', async (_encoding, before, after) => {
    const { run, root } = temporaryEdit({ 'a.txt': before });
    expect(codeOf(await run('edit_file', { path: 'a.txt', old_string: 'two', new_string: '2' }))).toBe('ok');
    expect(readFileSync(join(root, 'a.txt')).equals(after)).toBe(true);
  });

  it('that is cancelled while files are written leaves everything old', async () => {
    const controller = new AbortController();
    let writes = 0;
    const fs = interceptFileSystem(nodeFileSystem, ({ name, path }) => {
      if (name === 'write' && path.includes('.toolbox-') && ++writes === 3) controller.abort('enough');
    });
    const names = Array.from({ length: 10 }, (_, index) => `f${index}.txt`);
    const { run, root } = temporaryEdit(Object.fromEntries(names.map((name) => [name, 'old\n'])), {
      workspace: { fs },
    });
    const before = folderContent(root);
    const params = { glob: '*.txt', search: 'old', replace: 'new' };
    expect(codeOf(await run('search_and_replace', params, { signal: controller.signal }))).toBe('CANCELLED');
    expect(writes).toBeGreaterThan(2);
    expect(folderContent(root)).toEqual(before);
  });

  it('is not lost when many calls change one file at once', async () => {
    const lines = Array.from({ length: 10 }, (_, index) => `line ${index}`);
    const { run, text } = temporaryEdit({ 'a.txt': `${lines.join('\n')}\n` });
    const results = await Promise.all(
      lines.map((line) => run('edit_file', { path: 'a.txt', old_string: line, new_string: `${line}!` })),
    );
    expect(results.map(codeOf)).toEqual(lines.map(() => 'ok'));
    expect(text('a.txt')).toBe(`${lines.map((line) => `${line}!`).join('\n')}\n`);
  });

  it('of another task at the same time is applied too, or told', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'one\ntwo\n' });
    const results = await Promise.all([
      run('edit_file', { path: 'a.txt', old_string: 'one', new_string: '1' }, { taskId: 'x' }),
      run('edit_file', { path: 'a.txt', old_string: 'two', new_string: '2' }, { taskId: 'y' }),
    ]);
    for (const result of results) expect(['ok', 'STALE_FILE']).toContain(codeOf(result));
    expect(text('a.txt')).toBe(`${results[0]?.ok ? '1' : 'one'}\n${results[1]?.ok ? '2' : 'two'}\n`);
  });

  it('of a batch runs beside those of other files, and in order on the same file', async () => {
    const { tools, text } = temporaryEdit({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const call = (path: string, old_string: string, new_string: string) => ({
      name: 'edit_file',
      params: { path, old_string, new_string },
    });
    const results = await tools.executeAll(
      [call('a.txt', 'a', 'aa'), call('b.txt', 'b', 'bb'), call('./a.txt', 'aa', 'aaa')],
      { taskId: 'task' },
    );
    expect(results.map(codeOf)).toEqual(['ok', 'ok', 'ok']);
    expect([text('a.txt'), text('b.txt')]).toEqual(['aaa\n', 'bb\n']);
    const [first, second, third] = ['a.txt', 'b.txt', './a.txt'].map((path) =>
      tools.get('edit_file')?.resources?.({ path, old_string: 'x', new_string: 'y' }, { cwd: '/' }),
    );
    expect(first).toEqual(third);
    expect(first).not.toEqual(second);
  });

  it('through a link inside the workspace changes the file it leads to and keeps the link', async () => {
    const { run, text, root } = temporaryEdit({ 'a.txt': 'one\n' });
    symlinkSync('a.txt', join(root, 'link.txt'));
    const result = await run('edit_file', { path: 'link.txt', old_string: 'one', new_string: '1' });
    expect(result).toMatchObject({ ok: true, value: { files: [{ path: 'a.txt' }] } });
    expect(text('a.txt')).toBe('1\n');
    expect(lstatSync(join(root, 'link.txt')).isSymbolicLink()).toBe(true);
  });

  it('is refused by a workspace that asks for reading first, until the file was read', async () => {
    const { run, workspace } = temporaryEdit({ 'a.txt': 'one\n' }, { workspace: { requireRead: true } });
    const params = { path: 'a.txt', old_string: 'one', new_string: '1' };
    expect(codeOf(await run('edit_file', params))).toBe('READ_REQUIRED');
    await workspace.read('a.txt', { taskId: 'task' });
    expect(codeOf(await run('edit_file', params))).toBe('ok');
    expect(codeOf(await run('edit_file', { ...params, old_string: '1', new_string: '2' }))).toBe('ok');
  });

  it('is refused in a file that is too large, whichever way', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': 'two\n'.padEnd(3000, 'x') }, { pack: { maxFileBytes: 2000 } });
    expect(codeOf(await run('edit_file', { path: 'a.txt', old_string: 'two', new_string: '2' }))).toBe('TOO_LARGE');
    const created = { path: 'n.txt', old_string: '', new_string: 'x'.repeat(3000) };
    expect(codeOf(await run('edit_file', created))).toBe('TOO_LARGE');
    expect(text('n.txt')).toBeUndefined();
  });
});
