import { chmodSync, lstatSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderContent } from '../folder-content.ts';
import { codeOf, temporaryEdit, type TemporaryEdit } from '../temporary-edit.ts';

const begin = (...lines: string[]): { patch: string } => ({
  patch: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n'),
});
const git = (...lines: string[]): { patch: string } => ({ patch: [...lines, ''].join('\n') });
const modeOf = ({ root }: TemporaryEdit, path: string): number => statSync(join(root, path)).mode & 0o777;

describe('apply_patch', () => {
  it('apply_patch adds, updates, moves and deletes in one transaction that one undo takes back', async () => {
    const edit = temporaryEdit({ 'a.txt': 'one\ntwo\n', 'old.txt': 'x\ny\n', 'gone.txt': 'bye\n', 'same.txt': 's\n' });
    const before = folderContent(edit.root);
    const result = await edit.run(
      'apply_patch',
      begin(
        '*** Add File: new/n.txt',
        '+new',
        '*** Update File: a.txt',
        '@@',
        ' one',
        '-two',
        '+2',
        '*** Update File: old.txt',
        '*** Move to: moved/old.txt',
        '@@',
        '-y',
        '+Y',
        '*** Delete File: gone.txt',
      ),
      { callId: 'patch-call' },
    );
    expect(result).toMatchObject({
      ok: true,
      value: {
        files: [
          { path: 'new/n.txt', status: 'created', added: 1 },
          { path: 'a.txt', status: 'modified', hunks: [{ line: 1 }] },
          {
            path: 'moved/old.txt',
            from: 'old.txt',
            status: 'moved',
            diff: expect.stringContaining('rename from old.txt'),
          },
          { path: 'gone.txt', status: 'deleted', removed: 1 },
        ],
      },
    });
    expect(folderContent(edit.root)).toMatchObject({ 'moved/old.txt': '644 x\nY\n', 'a.txt': '644 one\n2\n' });
    expect(edit.text('gone.txt')).toBeUndefined();
    expect(await edit.workspace.changes()).toHaveLength(1);
    await edit.workspace.undo({ callId: 'patch-call' });
    expect(folderContent(edit.root)).toEqual(before);
  });

  it('apply_patch reads git diffs: new, deleted and renamed files, modes, and the end without a newline', async () => {
    const edit = temporaryEdit({ 'run.sh': 'echo 1\n', 'gone.txt': 'a\nb\n', 'from.txt': 'q\nr\n', 'end.txt': 'x\ny' });
    chmodSync(join(edit.root, 'from.txt'), 0o640);
    const result = await edit.run(
      'apply_patch',
      git(
        'diff --git a/run.sh b/run.sh',
        'old mode 100644',
        'new mode 100755',
        'diff --git a/new.sh b/new.sh',
        'new file mode 100755',
        'index 0000000..1111111',
        '--- /dev/null',
        '+++ b/new.sh',
        '@@ -0,0 +1 @@',
        '+echo new',
        'diff --git a/gone.txt b/gone.txt',
        'deleted file mode 100644',
        '--- a/gone.txt',
        '+++ /dev/null',
        '@@ -1,2 +0,0 @@',
        '-a',
        '-b',
        'diff --git a/from.txt b/to.txt',
        'similarity index 50%',
        'rename from from.txt',
        'rename to to.txt',
        '--- a/from.txt',
        '+++ b/to.txt',
        '@@ -1,2 +1,2 @@',
        ' q',
        '-r',
        '+R',
        'diff --git a/end.txt b/end.txt',
        '--- a/end.txt',
        '+++ b/end.txt',
        '@@ -1,2 +1,2 @@',
        ' x',
        '-y',
        '\\ No newline at end of file',
        '+z',
      ),
    );
    expect(codeOf(result)).toBe('ok');
    expect([modeOf(edit, 'run.sh'), modeOf(edit, 'new.sh'), modeOf(edit, 'to.txt')]).toEqual([0o755, 0o755, 0o640]);
    expect([edit.text('gone.txt'), edit.text('from.txt')]).toEqual([undefined, undefined]);
    expect([edit.text('to.txt'), edit.text('end.txt')]).toEqual(['q\nR\n', 'x\nz\n']);
  });

  it('apply_patch renames a file that stays as it is, binary or not', async () => {
    const edit = temporaryEdit({ 'a.bin': new Uint8Array([0, 1, 2]) });
    const result = await edit.run(
      'apply_patch',
      git('diff --git a/a.bin b/b/c.bin', 'similarity index 100%', 'rename from a.bin', 'rename to b/c.bin'),
    );
    expect(result).toMatchObject({ ok: true, value: { files: [{ status: 'moved', from: 'a.bin', path: 'b/c.bin' }] } });
    expect(folderContent(edit.root)).toEqual({ 'b/': '', 'b/c.bin': '644 \0\x01\x02' });
  });

  it('apply_patch takes two parts for one file, of which a later diff sees what the earlier one left', async () => {
    const { run, text } = temporaryEdit({ 'a.txt': '1\n2\n3\n' });
    const twice = begin('*** Update File: a.txt', '@@', '-1', '+x', '*** Update File: a.txt', '@@', '-3', '+z');
    const result = await run('apply_patch', twice);
    expect(text('a.txt')).toBe('x\n2\nz\n');
    expect(result).toMatchObject({ value: { files: [{ hunks: [{ index: 0 }, { index: 1 }] }] } });
    const header = ['--- a/a.txt', '+++ b/a.txt', '@@ -1 +1 @@'];
    await run('apply_patch', git(...header, '-x', '+y', ...header, '-y', '+w'));
    expect(text('a.txt')).toBe('w\n2\nz\n');
  });

  it.each([
    ['deletes what is not there', 'FILE_NOT_FOUND', begin('*** Delete File: none.txt')],
    ['deletes a folder', 'IS_DIRECTORY', begin('*** Delete File: sub')],
    [
      'updates what it also deletes',
      'CONFLICTING_CHANGES',
      begin('*** Update File: a.txt', '@@', '-1', '+x', '*** Delete File: a.txt'),
    ],
    [
      'updates one file under two names',
      'CONFLICTING_CHANGES',
      begin('*** Update File: a.txt', '@@', '-1', '+x', '*** Update File: sub/../a.txt', '@@', '-2', '+y'),
    ],
    [
      'adds what it moves to',
      'CONFLICTING_CHANGES',
      begin('*** Add File: n', '+x', '*** Update File: a.txt', '*** Move to: ./n', '@@', '-1', '+x'),
    ],
    [
      'updates a file and a link to it',
      'CONFLICTING_CHANGES',
      begin('*** Update File: a.txt', '@@', '-1', '+x', '*** Update File: inner', '@@', '-2', '+y'),
    ],
    ['moves a link', 'NOT_A_FILE', begin('*** Update File: inner', '*** Move to: n', '@@', '-1', '+x')],
    ['writes through a link that leads out', 'INVALID_PATH', begin('*** Update File: outer', '@@', '-secret', '+x')],
    ['adds below a link that leads out', 'INVALID_PATH', begin('*** Add File: out/x', '+x')],
    ['names a full path outside', 'INVALID_PATH', begin('*** Add File: /tmp/mark', '+x')],
    ['climbs out', 'INVALID_PATH', begin('*** Add File: sub/../../mark', '+x')],
    ['moves out', 'INVALID_PATH', begin('*** Update File: a.txt', '*** Move to: ../a.txt', '@@', '-1', '+x')],
    ['reaches a walled-off file', 'PATH_IGNORED', begin('*** Update File: secret.txt', '@@', '-s', '+x')],
    ['deletes a walled-off file', 'PATH_IGNORED', begin('*** Delete File: secret.txt')],
    [
      'moves behind the wall',
      'PATH_IGNORED',
      begin('*** Update File: a.txt', '*** Move to: secret2.txt', '@@', '-1', '+x'),
    ],
    ['reaches into .git', 'PROTECTED_PATH', begin('*** Add File: .git/hooks/pre-commit', '+x')],
    ['reaches into .GIT', 'PROTECTED_PATH', begin('*** Add File: .GIT/config', '+x')],
    ['reaches into a nested .git', 'PROTECTED_PATH', begin('*** Add File: sub/.git /config', '+x')],
    [
      'deletes more than the file holds',
      'EDIT_NO_MATCH',
      git('--- a/a.txt', '+++ /dev/null', '@@ -1,2 +0,0 @@', '-1', '-9'),
    ],
    ['deletes less than the file holds', 'EDIT_NO_MATCH', git('--- a/a.txt', '+++ /dev/null', '@@ -1 +0,0 @@', '-1')],
    ['is cut off', 'PATCH_INVALID', { patch: '*** Begin Patch\n*** Update File: a.txt\n@@\n-1\n+x\n' }],
    ['is no patch', 'PATCH_INVALID', { patch: 'hello' }],
    [
      'fails in its last file',
      'EDIT_NO_MATCH',
      begin(
        '*** Delete File: b.txt',
        '*** Add File: n',
        '+x',
        '*** Update File: a.txt',
        '@@',
        '-nothing like it',
        '+x',
      ),
    ],
    ['changes a binary file', 'BINARY_FILE', begin('*** Update File: c.bin', '@@', '-1', '+x')],
  ])('apply_patch that %s is refused with %s and changes nothing', async (_what, code, params) => {
    const edit = temporaryEdit({
      'a.txt': '1\n2\n3\n',
      'b.txt': 'b\n',
      'sub/z': '',
      'secret.txt': 's\n',
      '.toolignore': 'secret*\n',
      'c.bin': new Uint8Array([0, 1]),
    });
    mkdirSync(join(edit.base, 'outside'));
    writeFileSync(join(edit.base, 'outside/s.txt'), 'secret\n');
    symlinkSync(join(edit.base, 'outside'), join(edit.root, 'out'));
    symlinkSync(join(edit.base, 'outside/s.txt'), join(edit.root, 'outer'));
    symlinkSync('a.txt', join(edit.root, 'inner'));
    const before = [folderContent(edit.root), folderContent(join(edit.base, 'outside'))];
    expect(codeOf(await edit.run('apply_patch', params))).toBe(code);
    expect([folderContent(edit.root), folderContent(join(edit.base, 'outside'))]).toEqual(before);
  });

  it.each([
    '120000',
    '160000',
    '104755',
    '102755',
    '101644',
    '100777',
    '100664',
    '100600',
    '040000',
    '0100755',
    '755',
    'x',
  ])('apply_patch refuses mode %s wherever a patch has one, and says so', async (mode) => {
    const content = ['--- a/a.txt', '+++ b/a.txt', '@@ -1 +1 @@', '-a', '+b'];
    const patches = [
      git('diff --git a/l b/l', `new file mode ${mode}`, '--- /dev/null', '+++ b/l', '@@ -0,0 +1 @@', '+../outside'),
      git('diff --git a/a.txt b/a.txt', 'old mode 100644', `new mode ${mode}`),
      git('diff --git a/a.txt b/a.txt', `old mode ${mode}`, 'new mode 100644'),
      git(
        'diff --git a/a.txt b/a.txt',
        `deleted file mode ${mode}`,
        '--- a/a.txt',
        '+++ /dev/null',
        '@@ -1 +0,0 @@',
        '-a',
      ),
      git('diff --git a/a.txt b/a.txt', `index 1234567..89abcde ${mode}`, ...content),
    ];
    for (const params of patches) {
      const edit = temporaryEdit({ 'a.txt': 'a\n' });
      const result = await edit.run('apply_patch', params);
      expect(codeOf(result)).toBe('PATCH_UNSUPPORTED');
      expect(result.ok || result.error.message).toContain(mode);
      expect(folderContent(edit.root)).toEqual({ 'a.txt': '644 a\n' });
    }
  });

  it('apply_patch deletes a link and not what it leads to, inside the workspace too', async () => {
    const { run, text, root } = temporaryEdit({ 'a.txt': 'a\n' });
    symlinkSync('a.txt', join(root, 'l'));
    symlinkSync('nowhere', join(root, 'broken'));
    expect(codeOf(await run('apply_patch', begin('*** Delete File: l', '*** Delete File: broken')))).toBe('ok');
    expect(text('a.txt')).toBe('a\n');
    expect(() => lstatSync(join(root, 'l'))).toThrow('ENOENT');
  });

  it('apply_patch changes 200 files in one transaction', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `src/f${index}.ts`);
    const content = (name: string): string => `// ${name}\nexport const a = 1;\nexport const b = 2;\n`;
    const edit = temporaryEdit(Object.fromEntries(names.map((name) => [name, content(name)])));
    const update = (name: string): string[] => [
      `*** Update File: ${name}`,
      '@@',
      ' export const a = 1;',
      '-export const b = 2;',
      '+export const b = 3;',
    ];
    const result = await edit.run('apply_patch', begin(...names.flatMap(update)), { callId: 'many' });
    expect(result.ok && result.value.files).toHaveLength(200);
    expect(names.every((name) => edit.text(name) === content(name).replace('b = 2', 'b = 3'))).toBe(true);
    const [part] = edit.tools.toModelOutput(result);
    expect(part?.type === 'text' && part.text.length).toBeLessThan(12_000);
    expect((await edit.workspace.undo({ callId: 'many', taskId: 'task' })).restored).toHaveLength(200);
    expect(names.every((name) => edit.text(name) === content(name))).toBe(true);
    const failing = begin(...names.flatMap(update), '*** Update File: src/f7.ts', '@@', '-nothing like it', '+x');
    expect(codeOf(await edit.run('apply_patch', failing))).toBe('EDIT_NO_MATCH');
    expect(names.every((name) => edit.text(name) === content(name))).toBe(true);
  }, 60_000);
});
