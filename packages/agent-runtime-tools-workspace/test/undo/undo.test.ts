import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { snapshot, temporaryWorkspace } from '../temporary-workspace.ts';

describe('undo', () => {
  it('takes back a whole call, also when it made several changes', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a', 'b.txt': 'b' });
    await made.workspace.write('a.txt', 'A', { callId: 'one' });
    await made.workspace.write('b.txt', 'B', { callId: 'one' });
    await made.workspace.write('c.txt', 'C', { callId: 'two' });
    expect((await made.workspace.undo({ callId: 'one' })).restored.toSorted()).toEqual(['a.txt', 'b.txt']);
    expect([made.text('a.txt'), made.text('b.txt'), made.text('c.txt')]).toEqual(['a', 'b', 'C']);
  });

  it('takes back several steps, and only those of the task', async () => {
    const made = temporaryWorkspace({ 'a.txt': '0' });
    await made.workspace.write('a.txt', '1', { taskId: 'mine', callId: '1' });
    await made.workspace.write('other.txt', 'x', { taskId: 'other', callId: 'x' });
    await made.workspace.write('a.txt', '2', { taskId: 'mine', callId: '2' });
    await made.workspace.write('a.txt', '3', { taskId: 'mine', callId: '3' });
    expect(await made.workspace.undo({ taskId: 'mine', steps: 2 })).toMatchObject({
      restored: ['a.txt', 'a.txt'],
      skipped: [],
    });
    expect(made.text('a.txt')).toBe('1');
    await made.workspace.undo({ taskId: 'mine' });
    expect([made.text('a.txt'), made.text('other.txt')]).toEqual(['0', 'x']);
  });

  it('takes back the calls of several changes as one plan, whatever their order', async () => {
    const made = temporaryWorkspace({ 'a.txt': '0', 'b.txt': '0' });
    for (const text of ['1', '2', '3']) await made.workspace.write('a.txt', text, { callId: text });
    await made.workspace.write('b.txt', 'B', { callId: '2' });
    const ids = (await made.workspace.changes()).map(({ id }) => id);
    const [b2 = '', a3 = '', a2 = ''] = ids;
    // The change of a.txt by call 2 is undone after that of call 3, and the call's change of b.txt goes with it.
    const expected = { restored: ['b.txt', 'a.txt', 'a.txt'], skipped: [], changes: [b2, a3, a2] };
    expect(await made.workspace.undo({ changeIds: [a2, a3], dryRun: true })).toMatchObject(expected);
    expect(made.text('a.txt')).toBe('3');
    expect(await made.workspace.undo({ changeIds: [a2, a3] })).toMatchObject(expected);
    expect([made.text('a.txt'), made.text('b.txt')]).toEqual(['1', '0']);
    expect(await made.workspace.undo({ changeIds: [a2, 'no-such'] })).toEqual({
      restored: [],
      skipped: [],
      changes: [],
    });
  });

  it('restores a removed folder with its modes, links and empty folders', async () => {
    const made = temporaryWorkspace({ 'tree/run.sh': 'run', 'tree/deep/x': 'x' });
    chmodSync(join(made.root, 'tree/run.sh'), 0o755);
    mkdirSync(join(made.root, 'tree/empty'));
    symlinkSync('deep/x', join(made.root, 'tree/link'));
    const before = snapshot(made.root);
    await made.workspace.remove('tree', { recursive: true });
    expect(readdirSync(made.root)).toEqual([]);
    expect(await made.workspace.undo()).toMatchObject({ restored: ['tree'], skipped: [] });
    expect(snapshot(made.root)).toEqual(before);
    expect(readlinkSync(join(made.root, 'tree/link'))).toBe('deep/x');
  });

  it('follows no link that has taken the place of a folder', async () => {
    const made = temporaryWorkspace({ 'from/pre-commit': 'x', '.git/hooks/keep': 'k' });
    await made.workspace.move('from/pre-commit', 'moved', { callId: 'move' });
    await made.workspace.write('new/file', 'y', { callId: 'write' });
    rmSync(join(made.root, 'from'), { recursive: true, force: true });
    symlinkSync('.git/hooks', join(made.root, 'from'));
    renameSync(join(made.root, 'new'), join(made.root, 'elsewhere'));
    symlinkSync('elsewhere', join(made.root, 'new'));
    const undone = await made.workspace.undo({ steps: 2 });
    expect(undone.restored).toEqual([]);
    expect(undone.skipped).toHaveLength(2);
    expect(readdirSync(join(made.root, '.git/hooks'))).toEqual(['keep']);
    expect([made.text('moved'), made.text('elsewhere/file')]).toEqual(['x', 'y']);
  });

  it('of some paths leaves the others to the next undo, and of none leaves everything', async () => {
    const made = temporaryWorkspace({ 'first.txt': '1', 'a.txt': 'a', 'b.txt': 'b', 'tree/x': 'x' });
    await made.workspace.write('first.txt', '2', { callId: 'first' });
    await made.workspace.transaction(
      async (transaction) => {
        await transaction.write('a.txt', 'A');
        await transaction.write('b.txt', 'B');
        await transaction.remove('tree', { recursive: true });
      },
      { callId: 'second' },
    );
    expect(await made.workspace.undo({ paths: ['tree/x', 'nonsense'] })).toMatchObject({
      restored: [],
      skipped: [
        { path: 'tree/x', reason: expect.stringContaining('removed with the folder tree') },
        { path: 'nonsense', reason: 'the selected change does not affect it' },
      ],
    });
    expect((await made.workspace.undo({ paths: ['a.txt'] })).restored).toEqual(['a.txt']);
    made.put('b.txt', 'theirs');
    const rest = await made.workspace.undo();
    expect([rest.restored, rest.skipped]).toEqual([['tree'], [{ path: 'b.txt', reason: 'it was changed since' }]]);
    // All of it was taken back or had to stay: now it is the turn of the change before.
    expect((await made.workspace.undo()).restored).toEqual(['first.txt']);
    expect([made.text('a.txt'), made.text('b.txt'), made.text('tree/x'), made.text('first.txt')]).toEqual([
      'a',
      'theirs',
      'x',
      '1',
    ]);
  });

  it('of a moved file is asked for by either of its paths', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a' });
    await made.workspace.move('a.txt', 'b.txt', { callId: 'move' });
    expect(await made.workspace.undo({ paths: ['a.txt', 'b.txt'] })).toMatchObject({
      restored: ['b.txt'],
      skipped: [],
    });
  });

  it('takes away the folders that the change had to make, unless somebody uses them', async () => {
    const made = temporaryWorkspace();
    await made.workspace.write('x/y/z.txt', '1', { callId: '1' });
    await made.workspace.write('u/v/w.txt', '1', { callId: '2' });
    made.put('u/theirs.txt', 'theirs');
    await made.workspace.undo({ steps: 2 });
    expect(Object.keys(snapshot(made.root))).toEqual(['u/', 'u/theirs.txt']);
  });

  it('brings a moved folder back', async () => {
    const made = temporaryWorkspace({ 'from/a/x': 'x' });
    await made.workspace.move('from', 'to/there');
    expect(made.text('to/there/a/x')).toBe('x');
    expect((await made.workspace.undo()).restored).toEqual(['to/there']);
    expect(Object.keys(snapshot(made.root))).toEqual(['from/', 'from/a/', 'from/a/x']);
  });

  it('restores both files of a move that replaced one', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a', 'b.txt': 'b' });
    await made.workspace.move('a.txt', 'b.txt', { overwrite: true });
    expect([made.text('a.txt'), made.text('b.txt')]).toEqual([undefined, 'a']);
    await made.workspace.undo();
    expect([made.text('a.txt'), made.text('b.txt')]).toEqual(['a', 'b']);
  });

  it('restores a removed link and leaves its target alone', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a' });
    mkdirSync(join(made.base, 'outside'));
    writeFileSync(join(made.base, 'outside/s.txt'), 'secret');
    symlinkSync(join(made.base, 'outside/s.txt'), join(made.root, 'link'));
    await made.workspace.remove('link');
    expect(readdirSync(join(made.base, 'outside'))).toEqual(['s.txt']);
    await made.workspace.undo();
    expect(lstatSync(join(made.root, 'link')).isSymbolicLink()).toBe(true);
  });

  it('undoes only the named paths, and the others later', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a', 'b.txt': 'b' });
    await made.workspace.transaction(
      async (transaction) => {
        await transaction.write('a.txt', 'A');
        await transaction.write('b.txt', 'B');
      },
      { callId: 'call' },
    );
    expect((await made.workspace.undo({ callId: 'call', paths: ['a.txt'] })).restored).toEqual(['a.txt']);
    expect([made.text('a.txt'), made.text('b.txt')]).toEqual(['a', 'B']);
    expect((await made.workspace.undo({ callId: 'call' })).restored).toEqual(['b.txt']);
  });

  it('works in a later process and says when the content was too large to keep', async () => {
    const made = temporaryWorkspace(
      { 'big.txt': 'x'.repeat(2000), 'a.txt': 'a' },
      { retention: { maxFileBytes: 1000 } },
    );
    await made.workspace.transaction(async (transaction) => {
      await transaction.write('big.txt', 'small');
      await transaction.write('a.txt', 'A');
    });
    expect(await made.reopen().undo()).toMatchObject({
      restored: ['a.txt'],
      skipped: [{ path: 'big.txt', reason: expect.stringContaining('too large') }],
    });
    expect([made.text('a.txt'), made.text('big.txt')]).toEqual(['a', 'small']);
  });

  it('keeps as many changes as retention says, and drops the images of the others', async () => {
    const made = temporaryWorkspace({ 'a.txt': '0' }, { retention: { maxChanges: 3 } });
    for (let index = 1; index <= 51; index++) await made.workspace.write('a.txt', String(index));
    expect(await made.workspace.changes({ limit: 10 })).toHaveLength(3);
    const result = await made.workspace.undo({ steps: 10 });
    expect(result.restored).toHaveLength(3);
    expect(made.text('a.txt')).toBe('48');
  });

  it('treats a damaged image as absent', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a' });
    await made.workspace.write('a.txt', 'A');
    const [key = ''] = readdirSync(join(made.state, 'workspaces'));
    const objects = join(made.state, 'workspaces', key, 'objects');
    for (const name of readdirSync(objects)) writeFileSync(join(objects, name), 'b');
    expect((await made.workspace.undo()).skipped).toEqual([
      { path: 'a.txt', reason: 'its earlier content is no longer kept' },
    ]);
    expect(made.text('a.txt')).toBe('A');
    expect(statSync(join(made.state, 'workspaces')).mode & 0o777).toBe(0o700);
  });

  it('tells in a dry run what it would do, later steps seen as after the earlier ones, and does nothing', async () => {
    const made = temporaryWorkspace({ 'a.txt': '0', 'm.txt': 'm' });
    await made.workspace.write('a.txt', '1', { callId: '1' });
    await made.workspace.write('a.txt', '2', { callId: '2' });
    await made.workspace.move('m.txt', 'n.txt', { callId: '3' });
    await made.workspace.remove('n.txt', { callId: '4' });
    await made.workspace.write('new.txt', 'x', { callId: '5' });
    const before = snapshot(made.root);
    const plan = await made.workspace.undo({ steps: 5, dryRun: true });
    expect(snapshot(made.root)).toEqual(before);
    const shown = plan.planned?.map(({ kind, path, to }) => [kind, path.slice(made.root.length + 1), to !== undefined]);
    expect(shown).toEqual([
      ['remove', 'new.txt', false],
      ['write', 'n.txt', false],
      ['move', 'n.txt', true],
      ['write', 'a.txt', false],
      ['write', 'a.txt', false],
    ]);
    const { restored, skipped } = await made.workspace.undo({ steps: 5 });
    expect({ restored, skipped }).toEqual({ restored: plan.restored, skipped: plan.skipped });
    expect([made.text('a.txt'), made.text('m.txt'), made.text('new.txt')]).toEqual(['0', 'm', undefined]);
  });

  it('is listed under the call that asked for it, and takes the id of a change that no call made', async () => {
    const made = temporaryWorkspace();
    const { id } = await made.workspace.write('a.txt', 'x');
    await made.workspace.undo({ callId: id, by: { callId: 'undoing', tool: 'undo_change' } });
    expect(made.text('a.txt')).toBeUndefined();
    expect((await made.workspace.changes())[0]).toMatchObject({ callId: 'undoing', tool: 'undo_change', undoes: [id] });
  });
});
