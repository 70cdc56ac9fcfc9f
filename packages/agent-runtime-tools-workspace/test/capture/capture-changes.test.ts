import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../temporary-workspace.ts';

const owner = { principalId: 'anna', taskId: 't', callId: 'c1', tool: 'format_code' };

describe('capture', () => {
  it('records what a program changes as one step of undo, with a diff', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'one\n', 'src/b.txt': 'b\n', 'src/gone.txt': 'gone\n', 'c.txt': 'c\n' });
    const { workspace, root } = made;
    const told: string[] = [];
    workspace.onChange(({ files }) => told.push(...files.map(({ path, kind }) => `${kind} ${path}`)));
    const { value, change, warnings } = await workspace.capture(
      async () => {
        execFileSync('sh', ['-c', 'echo two > a.txt; rm src/gone.txt; mkdir -p new/deep; echo n > new/deep/n.txt'], {
          cwd: root,
        });
        return 42;
      },
      { paths: ['.'], ...owner },
    );
    expect([value, warnings]).toEqual([42, []]);
    expect(change).toMatchObject({
      ...owner,
      files: [
        { path: 'a.txt', kind: 'modified' },
        { path: 'new/deep/n.txt', kind: 'created' },
        { path: 'src/gone.txt', kind: 'removed' },
      ],
    });
    expect(told).toEqual(['modified a.txt', 'created new/deep/n.txt', 'removed src/gone.txt']);
    const diffs = await workspace.changeDiff(change.id);
    expect(diffs?.[0]?.diff).toBe('--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n');
    const undone = await workspace.undo({ principalId: 'anna', taskId: 't' });
    expect(undone).toMatchObject({ skipped: [], restored: ['src/gone.txt', 'new/deep/n.txt', 'a.txt'] });
    expect([made.text('a.txt'), made.text('src/gone.txt'), made.text('new/deep/n.txt')]).toEqual([
      'one\n',
      'gone\n',
      undefined,
    ]);
    expect(() => statSync(join(root, 'new'))).toThrow('ENOENT');
  });

  it('watches only the paths, and neither ignored nor hidden files', async () => {
    const made = temporaryWorkspace({
      '.gitignore': 'out/\n',
      '.toolignore': 'secret.txt\n',
      'out/x.txt': 'x\n',
      'secret.txt': 's\n',
      'a/1.txt': '1\n',
      'b/2.txt': '2\n',
    });
    const work = async (): Promise<void> => {
      for (const path of ['out/x.txt', 'secret.txt', 'a/1.txt', 'b/2.txt']) made.put(path, 'changed\n');
    };
    const { change } = await made.workspace.capture(work, { paths: ['a'] });
    expect(change.files).toEqual([{ path: 'a/1.txt', kind: 'modified' }]);
    for (const path of ['out/x.txt', 'secret.txt', 'a/1.txt', 'b/2.txt']) made.put(path, 'again\n');
    const nothing = await made.workspace.capture(async () => made.put('out/x.txt', 'more\n'), { paths: ['.'] });
    expect(nothing.change).toMatchObject({ id: '', files: [] });
    await expect(made.workspace.capture(work, { paths: ['secret.txt'] })).rejects.toThrow('hidden');
  });

  it('leaves out what has the same content, and keeps changed permissions', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a\n', 'run.sh': 'echo\n' });
    const { change } = await made.workspace.capture(
      async () => {
        made.put('a.txt', 'a\n');
        chmodSync(join(made.root, 'run.sh'), 0o755);
      },
      { paths: ['.'] },
    );
    expect(change.files).toEqual([{ path: 'run.sh', kind: 'modified' }]);
    await made.workspace.undo();
    expect(statSync(join(made.root, 'run.sh')).mode & 0o111).toBe(0);
  });

  it('records created and removed links, and undoes them', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a\n' });
    symlinkSync('a.txt', join(made.root, 'old'));
    const { change } = await made.workspace.capture(
      async () => {
        rmSync(join(made.root, 'old'));
        symlinkSync('a.txt', join(made.root, 'new'));
      },
      { paths: ['.'] },
    );
    expect(change.files).toEqual([
      { path: 'new', kind: 'created' },
      { path: 'old', kind: 'removed' },
    ]);
    expect((await made.workspace.undo()).skipped).toEqual([]);
    expect(readlinkSync(join(made.root, 'old'))).toBe('a.txt');
    expect(() => readlinkSync(join(made.root, 'new'))).toThrow('ENOENT');
  });

  it('records what was changed before the body failed or was cancelled, and passes the failure on', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a\n' });
    const control = new AbortController();
    const running = made.workspace.capture(
      async () => {
        made.put('a.txt', 'half\n');
        control.abort();
        throw new Error('stopped');
      },
      { paths: ['a.txt'], signal: control.signal },
    );
    await expect(running).rejects.toThrow('stopped');
    expect(await made.workspace.changes()).toMatchObject([{ files: [{ path: 'a.txt', kind: 'modified' }] }]);
    await made.workspace.undo();
    expect(made.text('a.txt')).toBe('a\n');
  });

  it('leaves changes of other calls to those calls', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const { change } = await made.workspace.capture(
      async () => {
        await made.workspace.write('b.txt', 'theirs\n', { taskId: 'other' });
        made.put('a.txt', 'mine\n');
      },
      { paths: ['.'], taskId: 'mine' },
    );
    expect(change.files.map(({ path }) => path)).toEqual(['a.txt']);
  });

  it('makes what the task has read of a changed file stale', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a\n' });
    await made.workspace.read('a.txt', { taskId: 't' });
    await made.workspace.capture(async () => made.put('a.txt', 'formatted\n'), { paths: ['a.txt'], taskId: 't' });
    await expect(made.workspace.write('a.txt', 'x\n', { taskId: 't' })).rejects.toThrow('changed');
  });

  it('says which content was too large to keep, and refuses a read-only root', async () => {
    const made = temporaryWorkspace({ 'big.txt': 'x'.repeat(200) }, { retention: { maxFileBytes: 100 } });
    const { change } = await made.workspace.capture(async () => made.put('big.txt', 'y'), { paths: ['big.txt'] });
    expect(change.files).toEqual([{ path: 'big.txt', kind: 'modified', lost: true }]);
    const folder = join(made.base, 'locked');
    mkdirSync(folder);
    writeFileSync(join(folder, 'x.txt'), 'x\n');
    const locked = made.reopen({ roots: [{ path: folder, readOnly: true }] });
    let ran = false;
    const running = locked.capture(async () => void (ran = true), { paths: ['.'] });
    await expect(running).rejects.toThrow('may only be read');
    expect(ran).toBe(false);
  });
});
