import { describe, expect, it } from 'vitest';
import { folderContent } from '../folder-content.ts';
import { codeOf, temporaryEdit } from '../temporary-edit.ts';

interface Case {
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  readonly patch: readonly string[];
  /** The files afterwards; left out where nothing changes. */
  readonly left?: Readonly<Record<string, string>>;
  /** The failure; left out where the patch applies. */
  readonly code?: string;
}

const begin = (...lines: string[]): string[] => ['*** Begin Patch', ...lines, '*** End Patch'];

/** Patches as models trained on the format write them, and texts that are not valid patches. */
const CASES: readonly Case[] = [
  {
    what: 'adds a file',
    files: {},
    patch: begin('*** Add File: notes.md', '+# Notes', '+', '+none yet'),
    left: { 'notes.md': '# Notes\n\nnone yet\n' },
  },
  {
    what: 'adds, deletes and updates in one go',
    files: { 'stale.cfg': 'x=1\n', 'live.cfg': 'host=a\nport=1\n' },
    patch: begin(
      '*** Add File: conf/extra.cfg',
      '+y=2',
      '*** Delete File: stale.cfg',
      '*** Update File: live.cfg',
      '@@',
      '-port=1',
      '+port=2',
    ),
    left: { 'conf/extra.cfg': 'y=2\n', 'live.cfg': 'host=a\nport=2\n' },
  },
  {
    what: 'changes two places of a file',
    files: { 'list.txt': 'ant\nbee\ncat\ndog\n' },
    patch: begin('*** Update File: list.txt', '@@', '-bee', '+bumblebee', '@@', '-dog', '+hound'),
    left: { 'list.txt': 'ant\nbumblebee\ncat\nhound\n' },
  },
  {
    what: 'moves a changed file into a folder that is not there yet',
    files: { 'lib/a.js': 'let a;\n', 'lib/b.js': 'let b;\n' },
    patch: begin('*** Update File: lib/a.js', '*** Move to: src/deep/a.js', '@@', '-let a;', '+const a = 1;'),
    left: { 'src/deep/a.js': 'const a = 1;\n', 'lib/b.js': 'let b;\n' },
  },
  { what: 'is empty', files: { 'a.txt': 'a\n' }, patch: begin(), code: 'PATCH_INVALID' },
  {
    what: 'removes a line that is not there',
    files: { 'a.txt': 'alpha\nbeta\n' },
    patch: begin('*** Update File: a.txt', '@@', '-gamma', '+delta'),
    code: 'EDIT_NO_MATCH',
  },
  {
    what: 'deletes a file that is not there',
    files: { 'a.txt': 'a\n' },
    patch: begin('*** Delete File: b.txt'),
    code: 'FILE_NOT_FOUND',
  },
  {
    what: 'updates without a hunk',
    files: { 'a.txt': 'a\n' },
    patch: begin('*** Update File: a.txt'),
    code: 'PATCH_INVALID',
  },
  {
    what: 'updates a file that is not there',
    files: { 'a.txt': 'a\n' },
    patch: begin('*** Update File: b.txt', '@@', '-a', '+b'),
    code: 'FILE_NOT_FOUND',
  },
  {
    what: 'moves a changed file over another',
    files: { 'in/x.txt': 'first\n', 'in/y.txt': 'second\n', 'out/x.txt': 'to be replaced\n' },
    patch: begin('*** Update File: in/x.txt', '*** Move to: out/x.txt', '@@', '-first', '+third'),
    left: { 'in/y.txt': 'second\n', 'out/x.txt': 'third\n' },
  },
  {
    what: 'adds over a file',
    files: { 'x.txt': 'what was\n' },
    patch: begin('*** Add File: x.txt', '+what is'),
    left: { 'x.txt': 'what is\n' },
  },
  {
    what: 'deletes a folder',
    files: { 'docs/a.md': 'a\n' },
    patch: begin('*** Delete File: docs'),
    code: 'IS_DIRECTORY',
  },
  {
    what: 'has an unknown header',
    files: { 'a.txt': 'a\n' },
    patch: begin('*** Polish File: a.txt'),
    code: 'PATCH_INVALID',
  },
  {
    what: 'only adds to a file, which goes to its end',
    files: { 'log.txt': 'Monday\nTuesday\n' },
    patch: begin('*** Update File: log.txt', '@@', '+Wednesday', '+Thursday'),
    left: { 'log.txt': 'Monday\nTuesday\nWednesday\nThursday\n' },
  },
  {
    what: 'has blanks before a header',
    files: { 'a.txt': 'left\n' },
    patch: begin('   *** Update File: a.txt', '@@', '-left', '+right'),
    left: { 'a.txt': 'right\n' },
  },
  {
    what: 'has blanks before its beginning and behind its end',
    files: { 'a.txt': 'left\n' },
    patch: ['  *** Begin Patch', '*** Update File: a.txt', '@@', '-left', '+right', '*** End Patch  '],
    left: { 'a.txt': 'right\n' },
  },
  {
    what: 'has blanks behind its beginning and before its end',
    files: { 'a.txt': 'left\n' },
    patch: ['*** Begin Patch\t', '*** Update File: a.txt', '@@', '-left', '+right', '  *** End Patch'],
    left: { 'a.txt': 'right\n' },
  },
  {
    what: 'has characters beyond ASCII',
    files: { 'menu.txt': 'Speisen\nKäse für zwei\n' },
    patch: begin('*** Update File: menu.txt', '@@', ' Speisen', '-Käse für zwei', '+Käse für zwei 🧀'),
    left: { 'menu.txt': 'Speisen\nKäse für zwei 🧀\n' },
  },
  {
    what: 'deletes a file',
    files: { 'a.txt': 'a\n', 'b.txt': 'b\n' },
    patch: begin('*** Delete File: b.txt'),
    left: { 'a.txt': 'a\n' },
  },
  {
    what: 'only removes lines',
    files: { 'a.txt': 'one\ntwo\nthree\n' },
    patch: begin('*** Update File: a.txt', '@@', ' one', '-two', ' three'),
    left: { 'a.txt': 'one\nthree\n' },
  },
  {
    what: 'says that it is about the end of the file',
    files: { 'a.txt': 'x\nend\nx\nend\n' },
    patch: begin('*** Update File: a.txt', '@@', ' x', '-end', '+the end', '*** End of File'),
    left: { 'a.txt': 'x\nend\nx\nthe end\n' },
  },
  // Cases where other readers of the format behave differently.
  {
    what: 'fails in its second file keeps nothing of the first',
    files: {},
    patch: begin('*** Add File: made.txt', '+made', '*** Update File: none.txt', '@@', '-a', '+b'),
    code: 'FILE_NOT_FOUND',
  },
  {
    what: 'replaces a last line without a newline gives it none',
    files: { 'a.txt': 'no end' },
    patch: begin('*** Update File: a.txt', '@@', '-no end', '+still', '+no end'),
    left: { 'a.txt': 'still\nno end' },
  },
  {
    what: 'has blanks around the path, before each header and before the target of a move',
    files: { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' },
    patch: [
      '\t*** Begin Patch',
      '',
      ' *** Add File:   n.txt  ',
      '+n',
      '  ',
      ' *** Delete File: b.txt',
      ' *** Update File: a.txt\t',
      '  *** Move to:  d.txt ',
      '@@ ',
      '-a',
      '+A',
      '*** Update File: c.txt',
      '+more',
      ' *** End Patch ',
    ],
    left: { 'n.txt': 'n\n', 'd.txt': 'A\n', 'c.txt': 'c\nmore\n' },
  },
  {
    what: 'has an indented header where a hunk is open, which is a line of the file',
    files: { 'format.md': 'Write\n *** Delete File: b.txt\nand so on\n', 'b.txt': 'b\n' },
    patch: begin('*** Update File: format.md', '@@', ' Write', '  *** Delete File: b.txt', '-and so on', '+and on'),
    left: { 'format.md': 'Write\n *** Delete File: b.txt\nand on\n', 'b.txt': 'b\n' },
  },
  {
    what: 'has an indented header behind a hunk that is no line of the file',
    files: { 'a.txt': 'a long first line\nand a second line\n', 'b.txt': 'b\n' },
    patch: begin(
      '*** Update File: a.txt',
      '@@',
      ' a long first line',
      '-and a second line',
      '+2',
      '  *** Delete File: b.txt',
    ),
    code: 'EDIT_NO_MATCH',
  },
  {
    what: 'only adds, below a line that it names',
    files: { 'a.ts': 'class A {\n  one() {}\n}\nclass B {\n}\n' },
    patch: begin('*** Update File: a.ts', '@@ class B {', '+  two() {}'),
    left: { 'a.ts': 'class A {\n  one() {}\n}\nclass B {\n  two() {}\n}\n' },
  },
  {
    what: 'only adds, to a file with other line ends and no last newline',
    files: { 'a.txt': 'one\r\ntwo' },
    patch: begin('*** Update File: a.txt', '@@', '+three'),
    left: { 'a.txt': 'one\r\ntwo\r\nthree' },
  },
  {
    what: 'only adds, at a line that a number names, which may be another one by now',
    files: { 'a.txt': 'one\ntwo\n' },
    patch: begin('*** Update File: a.txt', '@@ -1,0 +2,1 @@', '+between'),
    code: 'EDIT_NO_MATCH',
  },
  {
    what: 'moves an unchanged file over another',
    files: { 'a.txt': 'a\n', 'b.txt': 'b\n' },
    patch: begin('*** Update File: a.txt', '*** Move to: b.txt'),
    left: { 'b.txt': 'a\n' },
  },
  {
    what: 'moves a file over a folder',
    files: { 'a.txt': 'a\n', 'b/c.txt': 'b\n' },
    patch: begin('*** Update File: a.txt', '*** Move to: b', '@@', '-a', '+b'),
    code: 'IS_DIRECTORY',
  },
  {
    what: 'moves a file over itself',
    files: { 'a.txt': 'a\n' },
    patch: begin('*** Update File: a.txt', '*** Move to: ./a.txt', '@@', '-a', '+b'),
    code: 'CONFLICTING_CHANGES',
  },
  {
    what: 'adds over a file the content that it already has',
    files: { 'a.txt': 'a\n' },
    patch: begin('*** Add File: a.txt', '+a'),
    code: 'EDIT_NO_CHANGE',
  },
];

describe('a patch as models write it', () => {
  it.each(CASES.map((each) => [each.what, each] as const))(
    'that %s',
    async (_what, { files, patch, left = files, code = 'ok' }) => {
      const edit = temporaryEdit(files);
      const before = folderContent(edit.root);
      const result = await edit.run('apply_patch', { patch: `${patch.join('\n')}\n` }, { callId: 'patch' });
      expect(codeOf(result)).toBe(code);
      const paths = Object.keys(folderContent(edit.root)).filter((path) => !path.endsWith('/'));
      expect(Object.fromEntries(paths.map((path) => [path, edit.text(path)]))).toEqual(left);
      if (code !== 'ok') return;
      await edit.workspace.undo({ callId: 'patch' });
      expect(folderContent(edit.root)).toEqual(before);
    },
  );
});

describe('a patch that replaces a file', () => {
  const add = { patch: begin('*** Add File: a.txt', '+new', '+').join('\n') };
  const move = {
    patch: begin('*** Update File: b.txt', '*** Move to: a.txt', '@@', '-second', '+changed').join('\n'),
  };
  const files = { 'a.txt': 'old and gone\n', 'b.txt': 'first\nsecond\n' };

  it.each([
    ['by adding it', add],
    ['by moving another one there', move],
  ])('%s needs approval, and shows what is lost', async (_, params) => {
    const refused = temporaryEdit(files, { approve: false });
    expect(codeOf(await refused.run('apply_patch', params))).toBe('APPROVAL_REQUIRED');
    expect(refused.text('a.txt')).toBe('old and gone\n');
    const plan = await refused.tools.dryRun<string>('apply_patch', params, { taskId: 'task' });
    expect(plan.ok && plan.value.changes.map(({ diff }) => diff).join('')).toContain('-old and gone\n');
    expect(refused.text('a.txt')).toBe('old and gone\n');
  });

  it.each([
    ['by adding it', add],
    ['by moving another one there', move],
  ])('%s is refused when that file changes after approval was asked for', async (_, params) => {
    const edit = temporaryEdit(files, {
      approve: (given, _context, next) => {
        edit.put('a.txt', 'somebody else\n');
        return next(given, { by: 'person' });
      },
    });
    expect(codeOf(await edit.run('apply_patch', params))).toBe('STALE_FILE');
    expect([edit.text('a.txt'), edit.text('b.txt')]).toEqual(['somebody else\n', 'first\nsecond\n']);
  });

  it('by moving another one there is one change with both diffs, and has the mode of the moved file', async () => {
    const edit = temporaryEdit(files);
    const result = await edit.run('apply_patch', move);
    expect(result).toMatchObject({
      ok: true,
      value: { files: [{ path: 'a.txt', from: 'b.txt', status: 'moved', added: 1, removed: 2 }] },
    });
    const diff = result.ok ? (result.value.files[0]?.diff ?? '') : '';
    expect(diff).toContain('--- a/a.txt\n+++ /dev/null\n');
    expect(diff).toContain('rename from b.txt\nrename to a.txt\n');
  });

  it('by adding it keeps its encoding, line ends and mode', async () => {
    const edit = temporaryEdit({ 'a.txt': '\ufeffone\r\ntwo\r\n' });
    expect(codeOf(await edit.run('apply_patch', add))).toBe('ok');
    expect(edit.text('a.txt')).toBe('\ufeffnew\r\n\r\n');
  });

  it('is refused where that file is no text', async () => {
    const edit = temporaryEdit({ ...files, 'a.txt': new Uint8Array([0, 1, 2]) });
    for (const params of [add, move]) expect(codeOf(await edit.run('apply_patch', params))).toBe('BINARY_FILE');
    expect(edit.text('b.txt')).toBe('first\nsecond\n');
  });

  it('is refused in a git diff, as git does', async () => {
    const edit = temporaryEdit(files);
    const lines = ['diff --git a/b.txt b/a.txt', 'similarity index 100%', 'rename from b.txt', 'rename to a.txt', ''];
    expect(codeOf(await edit.run('apply_patch', { patch: lines.join('\n') }))).toBe('ALREADY_EXISTS');
    const added = ['--- /dev/null', '+++ b/a.txt', '@@ -0,0 +1 @@', '+x', ''];
    expect(codeOf(await edit.run('apply_patch', { patch: added.join('\n') }))).toBe('ALREADY_EXISTS');
    expect([edit.text('a.txt'), edit.text('b.txt')]).toEqual(['old and gone\n', 'first\nsecond\n']);
  });
});
