import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createWorkspace, interceptFileSystem, nodeFileSystem } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { caseInsensitive } from '../case-insensitive-file-system.ts';
import { codeOf, temporaryFiles, valueOf } from '../temporary-files.ts';

describe('move_file', () => {
  it('moves a file without asking, creates the folders, and can be undone', async () => {
    const { tools, text, asked, root } = temporaryFiles({ 'a.txt': 'x' });
    expect(valueOf(await tools.execute('move_file', { from: 'a.txt', to: 'new/b.txt' }))).toEqual({
      from: 'a.txt',
      to: 'new/b.txt',
      overwritten: false,
      diff: 'diff --git a/a.txt b/new/b.txt\nsimilarity index 100%\nrename from a.txt\nrename to new/b.txt\n',
    });
    expect([text('a.txt'), text('new/b.txt'), asked]).toEqual([undefined, 'x', []]);
    expect(valueOf(await tools.execute('undo_change', { paths: ['a.txt'] })).restored).toEqual(['new/b.txt']);
    expect(text('a.txt')).toBe('x');
    expect(existsSync(join(root, 'new'))).toBe(false);
  });

  it('replaces a file only with overwrite and approval', async () => {
    const files = { 'a.txt': 'new\n', 'b.txt': 'old\n' };
    const params = { from: 'a.txt', to: 'b.txt', overwrite: true };
    const refusing = temporaryFiles(files, { approves: false });
    const plain = await refusing.tools.execute('move_file', { from: 'a.txt', to: 'b.txt' });
    expect(plain).toMatchObject({
      error: { code: 'ALREADY_EXISTS', suggestion: expect.stringContaining('overwrite') },
    });
    expect(codeOf(await refusing.tools.execute('move_file', params))).toBe('APPROVAL_REQUIRED');
    expect(refusing.text('b.txt')).toBe('old\n');
    const { tools, text, asked } = temporaryFiles(files);
    const value = valueOf(await tools.execute('move_file', params));
    expect(value).toMatchObject({ overwritten: true, diff: expect.stringContaining('-old\n+new\n') });
    expect([text('a.txt'), text('b.txt'), asked]).toEqual([undefined, 'new\n', ['move_file']]);
    valueOf(await tools.execute('undo_change', {}));
    expect([text('a.txt'), text('b.txt')]).toEqual(['new\n', 'old\n']);
  });

  it('does not ask about overwrite if there is nothing to overwrite', async () => {
    const { tools, asked } = temporaryFiles({ 'a.txt': 'x' });
    expect(codeOf(await tools.execute('move_file', { from: 'a.txt', to: 'b.txt', overwrite: true }))).toBe('ok');
    expect(asked).toEqual([]);
  });

  it('moves folders, and links as links', async () => {
    const { tools, text, root } = temporaryFiles({ 'd/e/a.txt': 'x' });
    symlinkSync('d/e/a.txt', join(root, 'link'));
    valueOf(await tools.execute('move_file', { from: 'd', to: 'moved/d2' }));
    expect(text('moved/d2/e/a.txt')).toBe('x');
    valueOf(await tools.execute('move_file', { from: 'link', to: 'other' }));
    expect(lstatSync(join(root, 'other')).isSymbolicLink()).toBe(true);
    expect(readlinkSync(join(root, 'other'))).toBe('d/e/a.txt');
  });

  it('refuses to move a folder into itself, and anything onto itself or a folder', async () => {
    const { tools, text } = temporaryFiles({ 'd/a.txt': 'x', 'e/b.txt': '' });
    const move = (from: string, to: string, overwrite = false) => tools.execute('move_file', { from, to, overwrite });
    expect(codeOf(await move('d', 'd/sub'))).toBe('MOVE_INTO_ITSELF');
    expect(codeOf(await move('d', 'd/sub/deep'))).toBe('MOVE_INTO_ITSELF');
    expect(codeOf(await move('d', 'd/a.txt', true))).toBe('MOVE_INTO_ITSELF');
    expect(codeOf(await move('d/a.txt', './d/a.txt', true))).toBe('ALREADY_EXISTS');
    expect(await move('d/a.txt', 'e')).toMatchObject({
      error: { code: 'ALREADY_EXISTS', suggestion: 'To move it into that folder, give e/a.txt.' },
    });
    expect(codeOf(await move('e', 'd/a.txt', true))).toBe('ALREADY_EXISTS');
    expect(codeOf(await move('d', 'd2'))).toBe('ok');
    expect(text('d2/a.txt')).toBe('x');
  });

  it('asks before it moves something protected, alone or within a folder, and before it creates a protected name', async () => {
    const files = { 'vendor/.git/config': 'x', 'a.txt': 'x', '.npmrc': 'x' };
    const moves = [
      { from: 'vendor', to: 'vendored' },
      { from: 'a.txt', to: '.git/hooks/pre-commit' },
      { from: '.npmrc', to: 'b.txt' },
    ];
    for (const params of moves) {
      const refusing = temporaryFiles(files, { approves: false });
      expect(codeOf(await refusing.tools.execute('move_file', params))).toBe('APPROVAL_REQUIRED');
      const { tools, asked } = temporaryFiles(files);
      expect(codeOf(await tools.execute('move_file', params))).toBe('ok');
      expect(asked).toEqual(['move_file']);
    }
  });

  it('reports how much of a large folder it has checked', async () => {
    const { tools } = temporaryFiles(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`d/${at}`, ''])));
    const told: string[] = [];
    tools.activity.subscribe('tool_progress', ({ data }) => told.push(`${data.message} ${data.done}/${data.total}`));
    valueOf(await tools.execute('move_file', { from: 'd', to: 'e' }));
    expect(told).toEqual(['files checked 30/30']);
  });

  it('asks before a file gets a name that programs execute by themselves', async () => {
    const { tools, asked } = temporaryFiles({ 'a.txt': 'all:\n' }, { approves: false });
    expect(codeOf(await tools.execute('move_file', { from: 'a.txt', to: 'Makefile' }))).toBe('APPROVAL_REQUIRED');
    expect(asked).toEqual(['move_file']);
    expect(codeOf(await tools.execute('move_file', { from: 'a.txt', to: 'Makefile.txt.md' }))).toBe('ok');
  });

  it('changes the case of a name', async () => {
    const { tools, text } = temporaryFiles({ 'readme.md': 'x', 'Docs/a': 'y' });
    expect(valueOf(await tools.execute('move_file', { from: 'readme.md', to: 'README.md' })).to).toBe('README.md');
    expect([text('README.md'), text('readme.md')]).toEqual(['x', undefined]);
    valueOf(await tools.execute('move_file', { from: 'Docs', to: 'docs' }));
    expect(text('docs/a')).toBe('y');
  });

  it('changes the case of a name on a disk that ignores case', async () => {
    const { tools, workspace, root } = temporaryFiles({ 'd/readme.md': 'x' }, { fs: caseInsensitive(nodeFileSystem) });
    const value = valueOf(await tools.execute('move_file', { from: 'd/readme.md', to: 'd/README.md' }));
    expect(value).toMatchObject({ from: 'd/readme.md', to: 'd/README.md', overwritten: false });
    const names = async (): Promise<string[]> => (await workspace.list('d')).entries.map(({ name }) => name);
    expect(await names()).toEqual(['README.md']);
    expect(readFileSync(join(root, 'd/README.md'), 'utf8')).toBe('x');
    valueOf(await tools.execute('undo_change', {}));
    expect(await names()).toEqual(['readme.md']);
  });

  it('moves between roots, but not into a read-only one', async () => {
    const made = temporaryFiles();
    const [one, two, fixed] = ['one', 'two', 'fixed'].map((name) => join(made.base, name));
    for (const folder of [one, two, fixed]) if (folder !== undefined) mkdirSync(folder);
    writeFileSync(join(one ?? '', 'a.txt'), 'x');
    const { tools } = temporaryFiles(
      {},
      { roots: [one ?? '', two ?? '', { path: fixed ?? '', readOnly: true }], state: join(made.base, 'state') },
    );
    const value = valueOf(await tools.execute('move_file', { from: 'a.txt', to: `${two}/b.txt` }));
    expect(value).toMatchObject({ from: 'a.txt', to: `${two}/b.txt` });
    expect(readFileSync(`${two}/b.txt`, 'utf8')).toBe('x');
    expect(codeOf(await tools.execute('move_file', { from: `${two}/b.txt`, to: `${fixed}/b.txt` }))).toBe('READ_ONLY');
    expect(codeOf(await tools.execute('move_file', { from: `${two}/b.txt`, to: `${made.base}/b.txt` }))).toBe(
      'INVALID_PATH',
    );
  });

  it('copies a file to another disk as one change, and refuses a folder with the reason', async () => {
    const fs = interceptFileSystem(nodeFileSystem, ({ name, path }) => {
      if (name === 'rename' && /\/(?:b\.txt|e)$/.test(path)) throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
    });
    const { tools, text, root } = temporaryFiles({ 'a.txt': 'x', 'd/c.txt': 'y' }, { fs });
    chmodSync(join(root, 'a.txt'), 0o640);
    expect(valueOf(await tools.execute('move_file', { from: 'a.txt', to: 'b.txt' })).to).toBe('b.txt');
    expect([text('a.txt'), text('b.txt')]).toEqual([undefined, 'x']);
    expect(lstatSync(join(root, 'b.txt')).mode & 0o777).toBe(0o640);
    valueOf(await tools.execute('undo_change', {}));
    expect([text('a.txt'), text('b.txt')]).toEqual(['x', undefined]);
    const folder = await tools.execute('move_file', { from: 'd', to: 'e' });
    expect(folder).toMatchObject({ error: { code: 'IO_ERROR', suggestion: 'Move its files one by one.' } });
    expect(text('d/c.txt')).toBe('y');
  });

  it('shows in a dry run what would be moved and replaced', async () => {
    const { tools, text } = temporaryFiles({ 'a.txt': 'x\n', 'b.txt': 'y\n' });
    const plan = valueOf(await tools.dryRun('move_file', { from: 'a.txt', to: 'b.txt', overwrite: true }));
    expect(plan.summary).toBe('Would move a.txt to b.txt, replacing the file there.');
    const { diff } = valueOf(await tools.execute('move_file', { from: 'a.txt', to: 'b.txt', overwrite: true }));
    expect(plan.changes).toEqual([{ kind: 'move', target: 'a.txt -> b.txt', diff }]);
    expect(text('b.txt')).toBe('x\n');
    expect(codeOf(await tools.dryRun('move_file', { from: 'gone', to: 'c' }))).toBe('FILE_NOT_FOUND');
  });

  it('never replaces a file that was created after the decision that no approval is needed', async () => {
    const made = temporaryFiles({ 'a.txt': 'mine' });
    made.tools.use({
      name: 'meanwhile',
      execute: (params, _context, next) => {
        made.put('b.txt', 'theirs');
        return next(params);
      },
    });
    const result = await made.tools.execute('move_file', { from: 'a.txt', to: 'b.txt', overwrite: true });
    expect(codeOf(result)).toBe('STALE_FILE');
    expect([made.text('a.txt'), made.text('b.txt')]).toEqual(['mine', 'theirs']);
  });

  it('never replaces other content than the approved one', async () => {
    const made = temporaryFiles({ 'a.txt': 'mine', 'b.txt': 'old' });
    made.tools.use({
      name: 'meanwhile',
      execute: (params, _context, next) => {
        made.put('b.txt', 'theirs, newer');
        return next(params);
      },
    });
    const result = await made.tools.execute('move_file', { from: 'a.txt', to: 'b.txt', overwrite: true });
    expect(codeOf(result)).toBe('STALE_FILE');
    expect(made.text('b.txt')).toBe('theirs, newer');
  });

  it('works on a workspace that another process uses as well', async () => {
    const { tools, root, base, text } = temporaryFiles({ 'a.txt': 'x' });
    const other = createWorkspace({ roots: [root], state: join(base, 'state') });
    await Promise.all([
      tools.execute('move_file', { from: 'a.txt', to: 'b.txt' }),
      other.move('a.txt', 'c.txt').catch(() => undefined),
    ]);
    expect([text('b.txt'), text('c.txt')].filter((content) => content === 'x')).toHaveLength(1);
  });
});
