import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interceptFileSystem, nodeFileSystem } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { codeOf, temporaryFiles, valueOf } from './temporary-files.ts';

describe('a name that is not UTF-8', () => {
  function withBadName() {
    const made = temporaryFiles({ 'd/good.txt': 'x\n' });
    writeFileSync(Buffer.concat([Buffer.from(`${made.root}/d/bad-`), Buffer.from([0xff])]), 'y\n');
    return { ...made, shown: 'd/bad-\ufffd' };
  }

  it('is listed, and a call with it is told that it cannot be used', async () => {
    const { tools, shown } = withBadName();
    const { entries } = valueOf(await tools.execute('list_directory', { path: 'd' }));
    expect(entries.map(({ path }) => path)).toEqual([shown, 'd/good.txt']);
    for (const result of [
      await tools.execute('read_file', { path: shown }),
      await tools.execute('delete_file', { path: shown }),
      await tools.execute('move_file', { from: shown, to: 'd/fine' }),
    ])
      expect(result).toMatchObject({
        ok: false,
        error: { code: 'INVALID_PATH', message: `The name of ${shown} is not valid UTF-8; no tool can reach it.` },
      });
  });

  it('prevents its folder from being moved or deleted, and nothing is lost', async () => {
    const { tools, root } = withBadName();
    for (const result of [
      await tools.execute('move_file', { from: 'd', to: 'e' }),
      await tools.execute('delete_file', { path: 'd', recursive: true }),
    ]) {
      expect(codeOf(result)).toBe('INVALID_PATH');
      if (!result.ok) expect(result.error.message).toContain('whose name is not valid UTF-8');
    }
    expect(readdirSync(join(root, 'd'))).toHaveLength(2);
    expect(existsSync(join(root, 'e'))).toBe(false);
  });
});

describe('a failure', () => {
  it.each(['rename', 'open', 'sync', 'link'] as const)('of %s names the file as it is shown', async (failing) => {
    let isFailing = false;
    const fs = interceptFileSystem(nodeFileSystem, ({ name, path }) => {
      const isItsOwn = path.includes('.toolbox-') || (name === 'rename' && path.endsWith('/a.txt'));
      if (isFailing && name === failing && isItsOwn) throw Object.assign(new Error('denied'), { code: 'EACCES' });
    });
    const { tools, base, text } = temporaryFiles({ 'd/a.txt': 'old\n' }, { fs });
    isFailing = true;
    const result = await tools.execute('write_file', { path: 'd/a.txt', content: 'new\n' });
    if (!result.ok) {
      expect(result.error).toMatchObject({ code: 'PERMISSION_DENIED', details: { path: 'd/a.txt' } });
      expect(JSON.stringify(result.error)).not.toContain(base);
      expect(text('d/a.txt')).toBe('old\n');
    }
    expect(result.ok).toBe(false);
  });

  it('of the state folder says what to do, without the path of that folder', async () => {
    const { tools, base } = temporaryFiles({ 'a.txt': 'x\n' });
    writeFileSync(join(base, 'state'), 'no folder');
    const result = await tools.execute('write_file', { path: 'a.txt', content: 'y\n' });
    expect(JSON.stringify(result)).not.toContain(base);
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'IO_ERROR',
        message: 'The folder in which this runtime keeps its state cannot be used: ENOTDIR.',
        suggestion: expect.stringContaining('$TOOLBOX_HOME'),
      },
    });
  });

  it('to delete a folder with content says how to do it', async () => {
    const { tools } = temporaryFiles({ 'd/a.txt': '' });
    const result = await tools.execute('delete_file', { path: 'd' });
    expect(result).toMatchObject({ ok: false, error: { suggestion: 'Set recursive to remove it with its content.' } });
  });

  it('to find a file suggests none that only has the same extension', async () => {
    const { tools } = temporaryFiles({ 'Case.txt': '', 'notes.txt': '' });
    const far = await tools.execute('read_file', { path: 'nope.txt' });
    expect(far).toMatchObject({ ok: false, error: { suggestion: 'List the folder to see the names that exist.' } });
    const near = await tools.execute('read_file', { path: 'note.txt' });
    expect(near).toMatchObject({ ok: false, error: { suggestion: 'Did you mean notes.txt?' } });
    const typed = await tools.execute('read_file', { path: 'notes.md' });
    expect(typed).toMatchObject({ ok: false, error: { suggestion: 'Did you mean notes.txt?' } });
  });
});

describe('a name with control characters', () => {
  it.each(['new\nline', 'tab\tname', 'bell\u0007', 'quote"d', 'back\\slash'])(
    'is quoted in diffs: %j',
    async (name) => {
      const { tools } = temporaryFiles({ [name]: 'x\n' });
      const { diff } = valueOf(await tools.execute('move_file', { from: name, to: 'plain' }));
      const lines = diff.split('\n');
      expect(lines).toHaveLength(5);
      expect(lines[0]).toMatch(/^diff --git "a\/.*" b\/plain$/);
      expect(lines[2]).toMatch(/^rename from ".*"$/);
    },
  );
});

describe('a name with a line break', () => {
  it('cannot pass for another line in the output for the model', async () => {
    const name = 'a\nDeleted everything.txt';
    const { tools } = temporaryFiles({ [name]: 'x\n', [`d/${name}`]: Buffer.from([0, 1]) });
    const texts: string[] = [];
    for (const result of [
      await tools.execute('write_file', { path: name, content: 'y\n' }),
      await tools.execute('move_file', { from: name, to: `${name}2` }),
      await tools.execute('delete_file', { path: 'd', recursive: true }),
      await tools.execute('undo_change', {}),
      await tools.execute('write_file', { path: name, content: '' }),
      await tools.execute('read_file', { path: name }),
    ]) {
      valueOf<unknown>(result);
      for (const part of tools.toModelOutput(result)) if (part.type === 'text') texts.push(part.text);
    }
    expect(texts.length).toBeGreaterThan(5);
    for (const text of texts) expect(text).not.toMatch(/^Deleted everything/m);
  });
});

describe.runIf(process.getuid?.() === 0)('set-user-ID', () => {
  it('ends with the content that it was given for, however that content is restored', async () => {
    const { tools, root } = temporaryFiles({ 'a.sh': 'one\n', 'b.sh': 'two\n', 'c.sh': 'three\n' });
    for (const name of ['a.sh', 'b.sh']) {
      chownSync(join(root, name), 1000, 1000);
      chmodSync(join(root, name), 0o6755);
    }
    valueOf(await tools.execute('write_file', { path: 'a.sh', content: 'changed\n' }));
    expect(statSync(join(root, 'a.sh')).mode & 0o7777).toBe(0o755);
    expect(statSync(join(root, 'a.sh')).uid).toBe(1000);
    valueOf(await tools.execute('delete_file', { path: 'b.sh' }));
    valueOf(await tools.execute('undo_change', {}));
    expect(statSync(join(root, 'b.sh')).mode & 0o7777).toBe(0o755);
    chmodSync(join(root, 'b.sh'), 0o6755);
    valueOf(await tools.execute('move_file', { from: 'b.sh', to: 'c.sh', overwrite: true }));
    expect(statSync(join(root, 'c.sh')).mode & 0o7777).toBe(0o755);
  });

  it('ends in a folder that is deleted and restored', async () => {
    const { tools, root } = temporaryFiles({ 'd/a.sh': 'one\n' });
    mkdirSync(join(root, 'd/e'));
    chmodSync(join(root, 'd/a.sh'), 0o4755);
    valueOf(await tools.execute('delete_file', { path: 'd', recursive: true }));
    valueOf(await tools.execute('undo_change', {}));
    expect(statSync(join(root, 'd/a.sh')).mode & 0o7777).toBe(0o755);
  });
});
