import { chmodSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, temporaryFiles, valueOf } from '../temporary-files.ts';

describe('write_file', () => {
  it('creates a new file and its folders without asking', async () => {
    const { tools, asked, text } = temporaryFiles();
    const result = await tools.execute('write_file', { path: 'a/b/c.txt', content: 'one\ntwo\n' });
    expect(valueOf(result)).toEqual({
      path: 'a/b/c.txt',
      size: 8,
      created: true,
      diff: '--- /dev/null\n+++ b/a/b/c.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n',
      added: 2,
      removed: 0,
    });
    expect(asked).toEqual([]);
    expect(text('a/b/c.txt')).toBe('one\ntwo\n');
    expect(result.metadata).toMatchObject({ bytesWritten: 8, filesAccessed: ['a/b/c.txt'] });
  });

  it('asks before it creates a file that programs execute by themselves, and not for similar names', async () => {
    const { tools, asked } = temporaryFiles({}, { approves: false });
    for (const path of ['conftest.py', 'sub/Makefile', '.github/workflows/ci.yml', 'package.json', 'vite.config.ts'])
      expect(codeOf(await tools.execute('write_file', { path, content: 'x' })), path).toBe('APPROVAL_REQUIRED');
    expect(asked).toHaveLength(5);
    for (const path of ['test_conftest.py', 'docs/Makefile.md.txt', '.github/CODEOWNERS', 'data/package.json.bak'])
      expect(codeOf(await tools.execute('write_file', { path, content: 'x' })), path).toBe('ok');
  });

  it('asks before it overwrites, and changes nothing without consent', async () => {
    const { tools, text } = temporaryFiles({ 'a.txt': 'old\n' }, { approves: false });
    expect(codeOf(await tools.execute('write', { path: 'a.txt', content: 'new\n' }))).toBe('APPROVAL_REQUIRED');
    expect(text('a.txt')).toBe('old\n');
    const consenting = temporaryFiles({ 'a.txt': 'old\n' });
    const value = valueOf(await consenting.tools.execute('write_to_file', { path: 'a.txt', content: 'new\n' }));
    expect(value).toMatchObject({ created: false, diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-old\n+new\n' });
    expect(consenting.asked).toEqual(['write_file']);
  });

  it.each(['.git/hooks/pre-commit', '.GIT/config', '.vscode/tasks.json', '.bashrc', 'sub/.envrc'])(
    'asks before it makes the protected %s',
    async (path) => {
      const refusing = temporaryFiles({}, { approves: false });
      expect(codeOf(await refusing.tools.execute('write_file', { path, content: 'x' }))).toBe('APPROVAL_REQUIRED');
      const consenting = temporaryFiles();
      expect(codeOf(await consenting.tools.execute('write_file', { path, content: 'x' }))).toBe('ok');
      expect(consenting.text(path)).toBe('x');
    },
  );

  it.each([
    ['CRLF', 'a\r\nb\r\n', 'a\nc\n', 'a\r\nc\r\n'],
    ['LF', 'a\nb\n', 'a\r\nc\r\n', 'a\nc\n'],
    ['CR', 'a\rb\r', 'a\nc\n', 'a\rc\r'],
    ['a byte order mark', '\ufeffa\n', 'b\n', '\ufeffb\n'],
    ['a byte order mark that is given as well', '\ufeffa\n', '\ufeffb\n', '\ufeffb\n'],
    ['the content as given where line endings are mixed', 'a\r\nb\n', 'x\r\ny\n', 'x\r\ny\n'],
    ['the content as given without a final newline', 'a\n', 'b', 'b'],
    ['the content as given in an empty file', '', 'a\r\nb\n', 'a\r\nb\n'],
  ])('keeps %s', async (_what, before, content, after) => {
    const { tools, text } = temporaryFiles({ 'a.txt': before });
    valueOf(await tools.execute('write_file', { path: 'a.txt', content }));
    expect(text('a.txt')).toBe(after);
  });

  it('keeps UTF-16 and legacy encodings unless the caller gives one', async () => {
    const { tools, bytes } = temporaryFiles({
      'wide.txt': Buffer.from('\ufeffalt\r\n', 'utf16le'),
      'old.txt': Buffer.from('grün\n', 'latin1'),
    });
    const write = async (params: {
      path: string;
      content: string;
      encoding?: 'utf-8' | 'utf-8-bom';
    }): Promise<string> => codeOf(await tools.execute('write_file', params));
    expect(await write({ path: 'wide.txt', content: 'neu\n' })).toBe('ok');
    expect(bytes('wide.txt')).toEqual(Buffer.from('\ufeffneu\r\n', 'utf16le'));
    expect(await write({ path: 'old.txt', content: 'blau – ß\n' })).toBe('ok');
    expect(bytes('old.txt')).toEqual(Buffer.from('blau \x96 ß\n', 'latin1'));
    expect(await write({ path: 'old.txt', content: '緑\n' })).toBe('NOT_ENCODABLE');
    expect(await write({ path: 'old.txt', content: '緑\n', encoding: 'utf-8' })).toBe('ok');
    expect(bytes('old.txt')).toEqual(Buffer.from('緑\n'));
    expect(await write({ path: 'wide.txt', content: 'x\n', encoding: 'utf-8-bom' })).toBe('ok');
    expect(bytes('wide.txt')).toEqual(Buffer.from('\ufeffx\r\n'));
  });

  it('writes the bytes of base64, and refuses invalid base64', async () => {
    const { tools, bytes } = temporaryFiles({ 'a.bin': Buffer.from([0, 13, 10, 0]) });
    const raw = Buffer.from([0, 10, 13, 10, 255]);
    const content = raw.toString('base64');
    const value = valueOf(await tools.execute('write_file', { path: 'a.bin', content, encoding: 'base64' }));
    expect(value).toMatchObject({ size: 5, diff: 'Binary files a/a.bin and b/a.bin differ\n' });
    expect(bytes('a.bin')).toEqual(raw);
    const bad = await tools.execute('write_file', { path: 'a.bin', content: 'a$b', encoding: 'base64' });
    expect(codeOf(bad)).toBe('INVALID_BASE64');
  });

  it('keeps the mode of a file, and refuses one that is marked read-only', async () => {
    const { tools, root, text } = temporaryFiles({ 'run.sh': 'a\n', 'fixed.txt': 'a\n' });
    chmodSync(join(root, 'run.sh'), 0o750);
    chmodSync(join(root, 'fixed.txt'), 0o444);
    valueOf(await tools.execute('write_file', { path: 'run.sh', content: 'b\n' }));
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o750);
    expect(codeOf(await tools.execute('write_file', { path: 'fixed.txt', content: 'b\n' }))).toBe('PERMISSION_DENIED');
    expect(text('fixed.txt')).toBe('a\n');
  });

  it('writes to the target of a link, and keeps the link', async () => {
    const { tools, root, text } = temporaryFiles({ 'real.txt': 'old\n' });
    symlinkSync('real.txt', join(root, 'link.txt'));
    expect(valueOf(await tools.execute('write_file', { path: 'link.txt', content: 'new\n' })).path).toBe('real.txt');
    expect(text('real.txt')).toBe('new\n');
  });

  it('refuses a folder, and a missing parent folder if createDirs is false', async () => {
    const { tools } = temporaryFiles({ 'd/a': '' });
    expect(codeOf(await tools.execute('write_file', { path: 'd', content: '' }))).toBe('IS_DIRECTORY');
    const params = { path: 'x/y.txt', content: '', createDirs: false };
    expect(codeOf(await tools.execute('write_file', params))).toBe('FILE_NOT_FOUND');
    expect(codeOf(await tools.execute('write_file', { ...params, createDirs: true }))).toBe('ok');
  });

  it('accepts the same content again, and records no change', async () => {
    const { tools, root, workspace } = temporaryFiles({ 'a.txt': 'same\r\n' });
    const before = statSync(join(root, 'a.txt')).mtimeMs;
    expect(valueOf(await tools.execute('write_file', { path: 'a.txt', content: 'same\n' }))).toMatchObject({
      created: false,
      diff: '',
    });
    expect(statSync(join(root, 'a.txt')).mtimeMs).toBe(before);
    expect(await workspace.changes()).toEqual([]);
  });

  it('refuses a file that changed since the task read it, except by its own edits', async () => {
    const { tools, put, text } = temporaryFiles({ 'a.txt': 'one\n' });
    const [mine, other] = [{ taskId: 'mine' }, { taskId: 'other' }];
    await tools.execute('read_file', { path: 'a.txt' }, mine);
    valueOf(await tools.execute('write_file', { path: 'a.txt', content: 'two\n' }, mine));
    valueOf(await tools.execute('write_file', { path: 'a.txt', content: 'three\n' }, mine));
    put('a.txt', 'by a person\n');
    const params = { path: 'a.txt', content: 'four\n' };
    expect(codeOf(await tools.dryRun('write_file', params, mine))).toBe('STALE_FILE');
    expect(codeOf(await tools.execute('write_file', params, mine))).toBe('STALE_FILE');
    expect(text('a.txt')).toBe('by a person\n');
    expect(codeOf(await tools.execute('write_file', params, other))).toBe('ok');
  });

  it('warns of placeholders in the metadata and to the model, and writes the file anyway', async () => {
    const { tools } = temporaryFiles();
    const result = await tools.execute('write_file', {
      path: 'a.ts',
      content: 'a();\n// ... rest of code unchanged\n',
    });
    expect(result.metadata.warnings).toEqual([expect.stringContaining('Line 2 looks like a placeholder')]);
    expect(valueOf(result).warnings).toEqual(result.metadata.warnings);
    expect(tools.toModelOutput(result)).toEqual([{ type: 'text', text: expect.stringContaining('\nWarning: Line 2') }]);
    const plain = await tools.execute('write_file', { path: 'b.md', content: 'The rest of the code is unchanged.\n' });
    expect(plain.metadata.warnings).toBeUndefined();
  });

  it('shows in a dry run exactly what the call would do, and changes nothing', async () => {
    const { tools, text } = temporaryFiles({ 'a.txt': 'a\r\nb\r\n' });
    const params = { path: 'a.txt', content: 'a\nc\n' };
    const plan = valueOf(await tools.dryRun('write_file', params));
    expect(text('a.txt')).toBe('a\r\nb\r\n');
    const { diff } = valueOf(await tools.execute('write_file', params));
    expect(plan.changes).toEqual([{ kind: 'modify', target: 'a.txt', diff }]);
    expect(diff).toBe('--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n');
    expect(valueOf(await tools.dryRun('write_file', params)).changes).toEqual([]);
  });

  it('overwrites files that are too large for a diff, and reports that there is none', async () => {
    const { tools, bytes, put } = temporaryFiles();
    put('large.txt', 'a line\r\n'.repeat(400_000));
    const value = valueOf(await tools.execute('write_file', { path: 'large.txt', content: 'a\nb\n' }));
    expect(value.diff).toBe('The file is too large for a diff: large.txt\n');
    expect(bytes('large.txt').toString()).toBe('a\r\nb\r\n');
    const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index}\n`).join('');
    expect(valueOf(await tools.execute('write_file', { path: 'long.txt', content: lines })).diff.length).toBeLessThan(
      300_000,
    );
  });

  it('leaves the whole text of one of two concurrent writers', async () => {
    const { tools, text } = temporaryFiles({ 'a.txt': 'old\n' });
    const contents = Array.from({ length: 8 }, (_, index) => `${index}\n`.repeat(2000));
    const results = await Promise.all(
      contents.map((content, index) =>
        tools.execute('write_file', { path: 'a.txt', content }, { taskId: `t${index}` }),
      ),
    );
    expect(results.some(({ ok }) => ok)).toBe(true);
    for (const result of results) expect(['ok', 'STALE_FILE']).toContain(codeOf(result));
    expect(contents).toContain(text('a.txt'));
  });

  it('never overwrites a file that was created after the decision that no approval is needed', async () => {
    const made = temporaryFiles({ 'd/other.txt': 'theirs\n' });
    made.tools.use({
      name: 'meanwhile',
      execute: (params, _context, next) => {
        made.put('new.txt', 'theirs\n');
        return next(params);
      },
    });
    expect(codeOf(await made.tools.execute('write_file', { path: 'new.txt', content: 'mine\n' }))).toBe('STALE_FILE');
    expect(made.text('new.txt')).toBe('theirs\n');
    expect(made.asked).toEqual([]);
  });

  it('never writes elsewhere if a folder is replaced by a link after the decision', async () => {
    const made = temporaryFiles({ 'd/a.txt': 'a\n', '.git/a.txt': 'config\n' });
    made.tools.use({
      name: 'meanwhile',
      execute: (params, _context, next) => {
        renameSync(join(made.root, 'd'), join(made.root, 'moved'));
        symlinkSync('.git', join(made.root, 'd'));
        return next(params);
      },
    });
    expect(codeOf(await made.tools.execute('write_file', { path: 'd/a.txt', content: 'mine\n' }))).toBe('STALE_FILE');
    expect(made.text('.git/a.txt')).toBe('config\n');
  });
});
