import { chmodSync, chownSync, linkSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommittedChange } from '../../src/index.ts';
import { codeOf, snapshot, temporaryWorkspace } from '../temporary-workspace.ts';

describe('a write', () => {
  it('keeps mode and owner, and leaves other names of the file alone', async () => {
    const made = temporaryWorkspace({ 'run.sh': 'old' });
    const path = join(made.root, 'run.sh');
    chmodSync(path, 0o751);
    linkSync(path, join(made.base, 'other-name'));
    if (process.getuid?.() === 0) chownSync(path, 1234, 2345);
    const { uid, gid } = statSync(path);
    await made.workspace.write('run.sh', 'new');
    expect(statSync(path)).toMatchObject({ uid, gid });
    expect(statSync(path).mode & 0o777).toBe(0o751);
    expect([made.text('run.sh'), readFileSync(join(made.base, 'other-name'), 'utf8')]).toEqual(['new', 'old']);
  });

  it('makes, replaces or refuses as its mode says', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a' });
    expect(await codeOf(made.workspace.write('a.txt', 'x', { mode: 'create' }))).toBe('ALREADY_EXISTS');
    expect(await codeOf(made.workspace.write('b.txt', 'x', { mode: 'replace' }))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(made.workspace.write('no/b.txt', 'x', { createFolders: false }))).toBe('FILE_NOT_FOUND');
    await made.workspace.write('s.sh', '#!', { permissions: 0o755 });
    expect(statSync(join(made.root, 's.sh')).mode & 0o777).toBe(0o755);
    expect(Object.keys(snapshot(made.root))).toEqual(['a.txt', 's.sh']);
  });

  it('refuses a file without write bits, a folder, and content other than expected', async () => {
    const made = temporaryWorkspace({ 'ro.txt': 'ro', 'dir/x': '', 'a.txt': 'a' });
    chmodSync(join(made.root, 'ro.txt'), 0o444);
    expect(await codeOf(made.workspace.write('ro.txt', 'x'))).toBe('PERMISSION_DENIED');
    expect(await codeOf(made.workspace.write('dir', 'x'))).toBe('IS_DIRECTORY');
    const { hash } = await made.workspace.read('a.txt');
    made.put('a.txt', 'theirs');
    expect(await codeOf(made.workspace.write('a.txt', 'x', { ifHash: hash }))).toBe('STALE_FILE');
    expect([made.text('ro.txt'), made.text('a.txt')]).toEqual(['ro', 'theirs']);
  });

  it('goes through a link to the file behind it', async () => {
    const made = temporaryWorkspace({ 'real.txt': 'old' });
    symlinkSync('real.txt', join(made.root, 'link.txt'));
    await made.workspace.write('link.txt', 'new');
    expect(made.text('real.txt')).toBe('new');
    expect(lstatSync(join(made.root, 'link.txt')).isSymbolicLink()).toBe(true);
  });
});

describe('a transaction', () => {
  it('changes nothing when its body throws', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a' });
    await expect(
      made.workspace.transaction(async (transaction) => {
        await transaction.write('a.txt', 'x');
        await transaction.write('new/b.txt', 'x');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(Object.keys(snapshot(made.root))).toEqual(['a.txt']);
    expect(made.text('a.txt')).toBe('a');
  });

  it('reads what it wrote, and takes the last of several writes', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a' });
    const { value, change } = await made.workspace.transaction(
      async (transaction) => {
        await transaction.write('a.txt', 'b');
        await transaction.write(
          'sub/../a.txt'.replace('sub/../', './'),
          `${(await transaction.readText('a.txt')).text}c`,
        );
        return (await transaction.readText('a.txt')).text;
      },
      { taskId: 't', callId: 'c', tool: 'edit' },
    );
    expect([value, made.text('a.txt')]).toEqual(['bc', 'bc']);
    expect(change).toMatchObject({
      taskId: 't',
      callId: 'c',
      tool: 'edit',
      files: [{ path: 'a.txt', kind: 'modified' }],
    });
  });

  it('refuses contradicting changes, also under two spellings or in a removed folder', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a', 'sub/z': 'z' });
    const both = (first: string, second: string): Promise<string> =>
      codeOf(
        made.workspace.transaction(async (transaction) => {
          await transaction.write(first, 'x');
          await transaction.remove(second, { recursive: true });
        }),
      );
    expect(await both('a.txt', './sub/../a.txt')).toBe('CONFLICTING_CHANGES');
    expect(await both('sub/new', 'sub')).toBe('CONFLICTING_CHANGES');
    expect(await both('n', 'n')).toBe('FILE_NOT_FOUND');
    expect(snapshot(made.root)).toEqual({ 'a.txt': '644 a', 'sub/': '', 'sub/z': '644 z' });
  });

  it('fails when somebody changes what it has read, and keeps their text', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a', 'b.txt': 'b' });
    expect(
      await codeOf(
        made.workspace.transaction(async (transaction) => {
          const { text } = await transaction.readText('a.txt');
          await transaction.write('b.txt', 'ours');
          writeFileSync(join(made.root, 'a.txt'), 'theirs');
          await transaction.write('a.txt', `${text}!`);
        }),
      ),
    ).toBe('STALE_FILE');
    expect([made.text('a.txt'), made.text('b.txt')]).toEqual(['theirs', 'b']);
  });

  it('compares files too large to keep as well', async () => {
    const made = temporaryWorkspace({ 'big.txt': 'x'.repeat(2000) }, { retention: { maxFileBytes: 1000 } });
    const append = (meanwhile: () => void): Promise<string> =>
      codeOf(
        made.workspace.transaction(async (transaction) => {
          const { text } = await transaction.readText('big.txt');
          meanwhile();
          await transaction.write('big.txt', `${text}!`);
        }),
      );
    expect(await append(() => undefined)).toBe('ok');
    expect(await append(() => made.put('big.txt', 'y'.repeat(2001)))).toBe('STALE_FILE');
    expect(made.text('big.txt')).toBe('y'.repeat(2001));
  });

  it('stops when cancelled before it is committed, and leaves nothing', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a' });
    const controller = new AbortController();
    const work = made.workspace.transaction(
      async (transaction) => {
        await transaction.write('new/a.txt', 'x');
        controller.abort();
      },
      { signal: controller.signal },
    );
    expect(await codeOf(work)).toBe('CANCELLED');
    expect(Object.keys(snapshot(made.root))).toEqual(['a.txt']);
  });

  it('lets sixteen writers count to sixteen when each locks the file first', async () => {
    const made = temporaryWorkspace({ n: '0' });
    const count = (): Promise<unknown> =>
      made.workspace.transaction(
        async (transaction) => {
          await transaction.write('n', String(Number((await transaction.readText('n')).text) + 1));
        },
        { lock: ['n'] },
      );
    await Promise.all(Array.from({ length: 16 }, count));
    expect(made.text('n')).toBe('16');
  });

  it('tells the feed once, and a listener that throws disturbs nobody', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a', old: 'o' });
    const heard: CommittedChange[] = [];
    made.workspace.onChange(() => {
      throw new Error('listener');
    });
    const stop = made.workspace.onChange((change) => void heard.push(change));
    await made.workspace.transaction(
      async (transaction) => {
        await transaction.write('a.txt', 'b');
        await transaction.write('n.txt', 'n');
        await transaction.move('old', 'new');
      },
      { callId: 'c' },
    );
    await made.workspace.undo();
    stop();
    await made.workspace.write('a.txt', 'c');
    expect(heard.map(({ files }) => files)).toEqual([
      [
        { path: 'a.txt', kind: 'modified' },
        { path: 'n.txt', kind: 'created' },
        { path: 'new', kind: 'moved', from: 'old' },
      ],
      [
        { path: 'old', kind: 'moved', from: 'new' },
        { path: 'n.txt', kind: 'removed' },
        { path: 'a.txt', kind: 'modified' },
      ],
    ]);
    expect((await made.workspace.changes()).map(({ callId, undoes }) => [callId, undoes?.length])).toEqual([
      [undefined, undefined],
      [undefined, 1],
      ['c', undefined],
    ]);
  });

  it('is finished by shutdown, after which nothing works any more', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a' });
    const work = made.workspace.write('a.txt', 'b');
    await made.workspace.shutdown();
    expect(await codeOf(work)).toMatch(/ok|WORKSPACE_CLOSED/);
    expect(await codeOf(made.workspace.read('a.txt'))).toBe('WORKSPACE_CLOSED');
    expect(['a', 'b']).toContain(made.text('a.txt'));
  });

  it('that changes nothing is no step that could be undone', async () => {
    const made = temporaryWorkspace({ 'a.txt': '0' });
    await made.workspace.write('a.txt', '1');
    const { change } = await made.workspace.transaction((transaction) => transaction.read('a.txt'));
    expect(change.files).toEqual([]);
    expect(await made.workspace.changes()).toHaveLength(1);
    expect((await made.workspace.undo()).restored).toEqual(['a.txt']);
  });
});
