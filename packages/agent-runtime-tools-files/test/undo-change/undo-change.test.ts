import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, temporaryFiles, valueOf, type TemporaryFiles } from '../temporary-files.ts';

const write = async ({ tools }: TemporaryFiles, path: string, content: string, callId?: string): Promise<void> => {
  const call = { taskId: 'task', ...(callId !== undefined && { callId }) };
  valueOf(await tools.execute('write_file', { path, content }, call));
};

describe('undo_change', () => {
  it('asks, and changes nothing without consent', async () => {
    const made = temporaryFiles({}, { approves: false });
    await write(made, 'a.txt', 'x');
    expect(codeOf(await made.tools.execute('undo_change', {}, { taskId: 'task' }))).toBe('APPROVAL_REQUIRED');
    expect(made.text('a.txt')).toBe('x');
  });

  it('undoes the last call, then the one before, then nothing', async () => {
    const made = temporaryFiles({ 'a.txt': '0' });
    await write(made, 'a.txt', '1');
    await write(made, 'b.txt', '2');
    const undo = async () => valueOf(await made.tools.execute('undo_change', {}, { taskId: 'task' }));
    expect(await undo()).toMatchObject({ restored: ['b.txt'], skipped: [] });
    expect(await undo()).toMatchObject({ restored: ['a.txt'], skipped: [] });
    expect([made.text('a.txt'), made.text('b.txt')]).toEqual(['0', undefined]);
    expect(await undo()).toEqual({ restored: [], skipped: [], diff: '' });
  });

  it('undoes several steps, one call, or only some files', async () => {
    const made = temporaryFiles({ 'a.txt': '0', 'd/b.txt': '0' });
    await write(made, 'a.txt', '1', 'call-1');
    await write(made, 'd/b.txt', '2', 'call-2');
    await write(made, 'c.txt', '3', 'call-3');
    const undo = async (params: object) => valueOf(await made.tools.execute('undo_change', params, { taskId: 'task' }));
    expect(await undo({ callId: 'call-1' })).toMatchObject({ restored: ['a.txt'], skipped: [] });
    expect(await undo({ steps: 2, paths: [join(made.root, 'd/b.txt')] })).toMatchObject({
      restored: ['d/b.txt'],
      skipped: [],
    });
    expect([made.text('a.txt'), made.text('d/b.txt'), made.text('c.txt')]).toEqual(['0', '0', '3']);
  });

  it('skips what a person has changed since, with the reason', async () => {
    const made = temporaryFiles({ 'a.txt': '0' });
    await write(made, 'a.txt', '1');
    made.put('a.txt', 'by a person');
    const result = await made.tools.execute('undo_change', {}, { taskId: 'task' });
    expect(valueOf(result)).toEqual({
      restored: [],
      skipped: [{ path: 'a.txt', reason: 'it was changed since' }],
      diff: '',
    });
    expect(made.text('a.txt')).toBe('by a person');
    expect(made.tools.toModelOutput(result)).toEqual([{ type: 'text', text: 'left a.txt: it was changed since' }]);
  });

  it('shows the diff of what it undid, and nothing of what it skipped', async () => {
    const made = temporaryFiles({ 'a.txt': 'zero\n', 'b.txt': 'b\n' });
    await write(made, 'a.txt', 'one\n');
    await write(made, 'a.txt', 'two\n');
    await write(made, 'b.txt', 'c\n');
    made.put('b.txt', 'by a person\n');
    const { diff } = valueOf(await made.tools.execute('undo_change', { steps: 3 }, { taskId: 'task' }));
    expect(diff).toContain('-two\n+zero\n');
    expect(diff).not.toContain('one');
    expect(diff).not.toContain('b.txt');
  });

  it('shows what a restored folder contains, and its progress with a large one', async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`d/${at}.txt`, `${at}\n`]));
    const made = temporaryFiles(files);
    const told: string[] = [];
    made.tools.activity.subscribe('tool_progress', ({ data }) =>
      told.push(`${data.message} ${data.done}/${data.total}`),
    );
    valueOf(await made.tools.execute('delete_file', { path: 'd', recursive: true }, { taskId: 'task' }));
    expect(told.at(-1)).toBe('files kept for undo 40/40');
    const { diff } = valueOf(await made.tools.execute('undo_change', {}, { taskId: 'task' }));
    expect(told.at(-1)).toBe('files restored 40/40');
    expect(told.length).toBeLessThan(30);
    expect(diff).toContain('+++ b/d/7.txt');
    expect(made.text('d/39.txt')).toBe('39\n');
  });

  it('shows a folder that moves back as a rename', async () => {
    const made = temporaryFiles({ 'd/a.txt': 'a\n' });
    valueOf(await made.tools.execute('move_file', { from: 'd', to: 'e' }, { taskId: 'task' }));
    const { diff } = valueOf(await made.tools.execute('undo_change', {}, { taskId: 'task' }));
    expect(diff).toContain('rename from e\nrename to d\n');
  });

  it('sees only the changes of its own task, unless the host opens it to all', async () => {
    const made = temporaryFiles();
    await write(made, 'a.txt', 'x', 'call-1');
    const other = { taskId: 'other' };
    expect(valueOf(await made.tools.execute('undo_change', {}, other)).restored).toEqual([]);
    expect(codeOf(await made.tools.execute('undo_change', { callId: 'call-1' }, other))).toBe('CHANGE_NOT_FOUND');
    const open = temporaryFiles({}, { pack: { changes: 'workspace' } });
    await write(open, 'a.txt', 'x', 'call-1');
    expect(valueOf(await open.tools.execute('undo_change', { callId: 'call-1' }, other)).restored).toEqual(['a.txt']);
  });

  it('shows in a dry run what several steps together would change, and changes nothing', async () => {
    const made = temporaryFiles({ 'a.txt': '0\n', 'm.txt': 'm\n' });
    await write(made, 'a.txt', '1\n');
    await write(made, 'a.txt', '2\n');
    await write(made, 'new/b.txt', 'b\n');
    const call = { taskId: 'task' };
    valueOf(await made.tools.execute('move_file', { from: 'm.txt', to: 'n.txt' }, call));
    valueOf(await made.tools.execute('delete_file', { path: 'n.txt' }, call));
    const plan = valueOf(await made.tools.dryRun('undo_change', { steps: 5 }, call));
    expect(plan.changes.map(({ kind, target }) => `${kind} ${target}`).toSorted()).toEqual([
      'create m.txt',
      'delete new/b.txt',
      'modify a.txt',
    ]);
    expect(plan.changes.find(({ target }) => target === 'a.txt')?.diff).toBe(
      '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-2\n+0\n',
    );
    expect([made.text('a.txt'), made.text('new/b.txt'), made.text('m.txt')]).toEqual(['2\n', 'b\n', undefined]);
    const { restored } = valueOf(await made.tools.execute('undo_change', { steps: 5 }, call));
    expect(restored).toHaveLength(5);
    expect([made.text('a.txt'), made.text('m.txt'), made.text('n.txt')]).toEqual(['0\n', 'm\n', undefined]);
    expect(existsSync(join(made.root, 'new'))).toBe(false);
  });

  it('warns in a dry run of what it would skip', async () => {
    const made = temporaryFiles({ 'a.txt': '0' });
    await write(made, 'a.txt', '1');
    made.put('a.txt', 'by a person');
    const plan = valueOf(await made.tools.dryRun('undo_change', {}, { taskId: 'task' }));
    expect(plan).toMatchObject({ changes: [], warnings: ['a.txt would be left as it is: it was changed since.'] });
  });
});

describe('list_changes', () => {
  it('lists the changes of the task, newest first, with what undid them', async () => {
    const made = temporaryFiles({ 'a.txt': '0' });
    await write(made, 'a.txt', '1', 'call-1');
    const call = { taskId: 'task' };
    valueOf(await made.tools.execute('move_file', { from: 'a.txt', to: 'b.txt' }, { ...call, callId: 'call-2' }));
    valueOf(await made.tools.execute('undo_change', {}, { ...call, callId: 'call-3' }));
    valueOf(await made.tools.execute('write_file', { path: 'z.txt', content: '' }, { taskId: 'other' }));
    const { changes, truncated } = valueOf(await made.tools.execute('list_changes', {}, call));
    expect(truncated).toBe(false);
    expect(changes.map(({ callId, tool, files, undone, isUndo }) => ({ callId, tool, files, undone, isUndo }))).toEqual(
      [
        { callId: 'call-3', tool: 'undo_change', files: ['a.txt'], undone: false, isUndo: true },
        { callId: 'call-2', tool: 'move_file', files: ['b.txt'], undone: true, isUndo: false },
        { callId: 'call-1', tool: 'write_file', files: ['a.txt'], undone: false, isUndo: false },
      ],
    );
    expect(changes[1]?.actions).toEqual([{ path: 'b.txt', kind: 'moved', from: 'a.txt' }]);
    expect(Math.abs(Date.parse(changes[0]?.time ?? '') - Date.now())).toBeLessThan(60_000);
    const few = valueOf(await made.tools.execute('list_changes', { limit: 1 }, call));
    expect([few.changes.length, few.truncated]).toEqual([1, true]);
    const everybody = temporaryFiles({}, { pack: { changes: 'workspace' } });
    await write(everybody, 'a.txt', 'x');
    expect(valueOf(await everybody.tools.execute('list_changes', {}, { taskId: 'other' })).changes).toHaveLength(1);
  });
});

describe('changes of several users', () => {
  const [anna, bert] = [{ principal: { id: 'anna' } }, { principal: { id: 'bert' } }];

  it.each(['task', 'workspace'] as const)('are neither listed nor undone by another one (%s)', async (changes) => {
    const made = temporaryFiles({ 'a.txt': '0' }, { pack: { changes } });
    valueOf(await made.tools.execute('write_file', { path: 'a.txt', content: '1' }, { ...anna, callId: 'call_0' }));
    expect(valueOf(await made.tools.execute('list_changes', {}, bert)).changes).toEqual([]);
    expect(valueOf(await made.tools.execute('list_changes', {})).changes).toEqual([]);
    expect(valueOf(await made.tools.execute('undo_change', {}, bert)).restored).toEqual([]);
    expect(codeOf(await made.tools.execute('undo_change', { callId: 'call_0' }, bert))).toBe('CHANGE_NOT_FOUND');
    expect(made.text('a.txt')).toBe('1');
    expect(valueOf(await made.tools.execute('undo_change', {}, anna)).restored).toEqual(['a.txt']);
  });

  it('are undone call by call, although every turn of a provider begins with the same id', async () => {
    const made = temporaryFiles({ 'a.txt': '0' });
    for (const content of ['1', '2', '3'])
      valueOf(await made.tools.execute('write_file', { path: 'a.txt', content }, { ...anna, callId: 'call_0' }));
    const { changes } = valueOf(await made.tools.execute('list_changes', {}, anna));
    expect(new Set(changes.map(({ callId }) => callId)).size).toBe(3);
    valueOf(await made.tools.execute('undo_change', { steps: 1 }, anna));
    expect(made.text('a.txt')).toBe('2');
    valueOf(await made.tools.execute('undo_change', { callId: changes[1]?.callId ?? '' }, anna));
    expect(made.text('a.txt')).toBe('1');
  });

  it('are checked against what the same user has read', async () => {
    const made = temporaryFiles({ 'a.txt': '0' });
    valueOf(await made.tools.execute('read_file', { path: 'a.txt' }, anna));
    made.put('a.txt', 'theirs');
    const overwrite = (call: object) => made.tools.execute('write_file', { path: 'a.txt', content: 'x' }, call);
    expect(codeOf(await overwrite(anna))).toBe('STALE_FILE');
    expect(codeOf(await overwrite(bert))).toBe('ok');
  });
});
