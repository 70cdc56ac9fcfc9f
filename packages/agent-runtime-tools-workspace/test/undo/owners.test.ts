import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../temporary-workspace.ts';

const anna = { principalId: 'anna', taskId: 'default' };
const bert = { principalId: 'bert', taskId: 'default' };

describe('changes', () => {
  it('of one principal are neither listed nor undone by another with the same task', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'old' });
    const { workspace } = made;
    const { id } = await workspace.write('a.txt', 'new', { ...anna, callId: 'call_0', callKey: 'k1' });
    expect(await workspace.changes(bert)).toEqual([]);
    expect(await workspace.changes({ principalId: 'bert' })).toEqual([]);
    expect(await workspace.changes({ taskId: 'default' })).toEqual([]);
    for (const by of [{}, { callId: 'call_0' }, { callId: 'k1' }, { callId: id }]) {
      expect(await workspace.undo({ ...bert, ...by })).toMatchObject({ restored: [], changes: [] });
      expect(await workspace.undo({ taskId: 'default', ...by })).toMatchObject({ restored: [], changes: [] });
    }
    expect(await workspace.changes(anna)).toMatchObject([{ ...anna, callId: 'call_0', callKey: 'k1' }]);
    expect(await workspace.changes({ principalId: 'anna' })).toHaveLength(1);
    expect((await workspace.undo(anna)).restored).toEqual(['a.txt']);
    expect(await workspace.changes({ principalId: 'anna' })).toMatchObject([{ ...anna, undoes: [id] }, { id }]);
    expect(await workspace.changes()).toHaveLength(2);
  });

  it('are undone by call, though providers give every turn the same ids', async () => {
    const made = temporaryWorkspace({ 'a.txt': '0' });
    const { workspace } = made;
    for (const turn of [1, 2, 3])
      await workspace.write('a.txt', String(turn), { ...anna, callId: 'call_0', callKey: `key-${turn}` });
    await workspace.undo({ ...anna, steps: 1 });
    expect(made.text('a.txt')).toBe('2');
    await workspace.write('a.txt', '4', { ...anna, callId: 'call_0', callKey: 'key-4' });
    expect((await workspace.undo({ ...anna, callId: 'call_0' })).changes).toHaveLength(1);
    expect(made.text('a.txt')).toBe('2');
    expect((await workspace.undo({ ...anna, callId: 'key-2' })).restored).toEqual(['a.txt']);
    expect(made.text('a.txt')).toBe('1');
  });

  it('of one call are one step, however many transactions it made', async () => {
    const made = temporaryWorkspace();
    for (const name of ['a', 'b']) await made.workspace.write(name, '', { ...anna, callId: 'c', callKey: 'k' });
    expect((await made.workspace.undo({ ...anna, steps: 1 })).restored.toSorted()).toEqual(['a', 'b']);
  });

  it('of two tasks with the same call id are two steps for the host', async () => {
    const made = temporaryWorkspace();
    await made.workspace.write('a', '', { ...anna, callId: 'call_0' });
    await made.workspace.write('b', '', { ...bert, callId: 'call_0' });
    expect((await made.workspace.undo({ steps: 1 })).restored).toEqual(['b']);
  });

  it('that another undid are known to be undone', async () => {
    const made = temporaryWorkspace({ 'a.txt': '0', 'b.txt': '0' });
    await made.workspace.write('a.txt', '1', { ...anna, callKey: 'k1' });
    await made.workspace.write('b.txt', '1', { ...anna, callKey: 'k2' });
    // The host takes the last one back.
    await made.workspace.undo({ steps: 1 });
    expect((await made.workspace.undo({ ...anna, steps: 1 })).restored).toEqual(['a.txt']);
  });
});

describe('retention', () => {
  it('counts the changes of each task: nobody loses theirs to one who makes many', async () => {
    const made = temporaryWorkspace({ 'a.txt': '0', 'b.txt': '0' }, { retention: { maxChanges: 5 } });
    await made.workspace.write('b.txt', 'mine', bert);
    for (let index = 0; index < 60; index++) await made.workspace.write('a.txt', String(index), anna);
    expect((await made.workspace.changes({ ...anna, limit: 100 })).length).toBeLessThan(20);
    expect((await made.workspace.undo(bert)).restored).toEqual(['b.txt']);
    expect(made.text('b.txt')).toBe('0');
  });

  it('bounds all changes together, at the cost of the task that takes the most', async () => {
    const made = temporaryWorkspace({ 'b.txt': '0' }, { retention: { maxTotalChanges: 20 } });
    await made.workspace.write('b.txt', 'mine', bert);
    for (let index = 0; index < 101; index++) await made.workspace.write('a.txt', String(index), anna);
    expect((await made.workspace.changes({ limit: 1000 })).length).toBeLessThanOrEqual(21);
    expect((await made.workspace.undo(bert)).restored).toEqual(['b.txt']);
  });

  it('counts the records too, which a change of many files makes large', async () => {
    const made = temporaryWorkspace({}, { retention: { maxBytes: 8000 } });
    for (let round = 0; round < 6; round++) {
      await made.workspace.transaction(async (transaction) => {
        for (let file = 0; file < 20; file++) await transaction.write(`f${round}-${file}`, '');
      }, anna);
    }
    await made.workspace.purge();
    const [key = ''] = readdirSync(join(made.state, 'workspaces'));
    const folder = join(made.state, 'workspaces', key, 'changes');
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(bytes).toBeLessThanOrEqual(8000);
    expect(bytes).toBeGreaterThan(0);
  });

  it('keeps an image as long as one change needs it, and no longer', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'same', 'b.txt': 'same' }, { retention: { maxChanges: 1 } });
    await made.workspace.write('a.txt', '1', anna);
    await made.workspace.write('b.txt', '1', bert);
    await made.workspace.write('a.txt', '2', anna);
    const [key = ''] = readdirSync(join(made.state, 'workspaces'));
    const objects = join(made.state, 'workspaces', key, 'objects');
    const hour = new Date(Date.now() - 3_600_000);
    for (const name of readdirSync(objects)) utimesSync(join(objects, name), hour, hour);
    await made.reopen().write('c.txt', '', bert);
    // Of bert only the change of c.txt is kept, of anna the one of a.txt from '1' to '2'.
    expect(readdirSync(objects)).toHaveLength(1);
    expect((await made.workspace.undo(anna)).restored).toEqual(['a.txt']);
    expect(made.text('a.txt')).toBe('1');
  });
});
