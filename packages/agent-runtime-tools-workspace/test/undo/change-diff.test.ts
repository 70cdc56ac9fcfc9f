import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../temporary-workspace.ts';

describe('the diff of a change', () => {
  it('is there for what was overwritten since, and for what still stands', async () => {
    const { workspace } = temporaryWorkspace({ 'a.txt': 'one\n' });
    const first = await workspace.write('a.txt', 'two\n');
    const second = await workspace.write('a.txt', 'three\n');
    const diff = (from: string, to: string): string => `--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-${from}\n+${to}\n`;
    expect(await workspace.changeDiff(first.id)).toEqual([{ path: 'a.txt', diff: diff('one', 'two') }]);
    expect(await workspace.changeDiff(second.id)).toEqual([{ path: 'a.txt', diff: diff('two', 'three') }]);
  });

  it('says what cannot be shown, and why', async () => {
    const made = temporaryWorkspace(
      { 'a.txt': 'one\n', 'b.bin': Uint8Array.from([0, 1]), 'big.txt': 'x'.repeat(200) },
      {
        retention: { maxFileBytes: 100 },
      },
    );
    const { id } = await made.workspace.write('a.txt', 'two\n');
    made.put('a.txt', 'theirs\n');
    expect(await made.workspace.changeDiff(id)).toEqual([
      { path: 'a.txt', diff: '', reason: 'its content is no longer kept' },
    ]);
    const binary = await made.workspace.write('b.bin', 'text');
    expect(await made.workspace.changeDiff(binary.id)).toMatchObject([{ reason: 'it is not text' }]);
    const big = await made.workspace.write('big.txt', 'small');
    expect(await made.workspace.changeDiff(big.id)).toMatchObject([{ reason: 'it was too large to keep' }]);
  });

  it('covers new files, moves, removed folders and what undo brought back', async () => {
    const { workspace } = temporaryWorkspace({ 'd/x.txt': 'x\n', 'm.txt': 'm\n' });
    const made = await workspace.write('new.txt', 'n\n');
    expect((await workspace.changeDiff(made.id))?.[0]?.diff).toBe('--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+n\n');
    const moved = await workspace.move('m.txt', 'n.txt');
    expect((await workspace.changeDiff(moved.id))?.[0]?.diff).toContain('rename from m.txt\nrename to n.txt\n');
    const removed = await workspace.remove('d', { recursive: true });
    expect(await workspace.changeDiff(removed.id)).toMatchObject([
      { path: 'd/x.txt', diff: expect.stringContaining('\n-x\n') },
    ]);
    await workspace.undo();
    const [undo] = await workspace.changes({ limit: 1 });
    expect(await workspace.changeDiff(undo?.id ?? '')).toMatchObject([
      { path: 'd/x.txt', diff: expect.stringContaining('\n+x\n') },
    ]);
  });

  it('is for those whose change it is, and never shows what tools must not see', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'one\n' });
    const { id } = await made.workspace.write('a.txt', 'two\n', { principalId: 'anna', taskId: 't' });
    expect(await made.workspace.changeDiff(id, { principalId: 'bert', taskId: 't' })).toBeUndefined();
    expect(await made.workspace.changeDiff(id, { principalId: 'anna' })).toHaveLength(1);
    expect(await made.workspace.changeDiff('../x')).toBeUndefined();
    expect(await made.workspace.changeDiff('none')).toBeUndefined();
    made.put('.toolignore', 'a.txt\n');
    expect(await made.workspace.changeDiff(id)).toEqual([]);
  });
});

describe('the end of a task', () => {
  it('is the end of what it has read', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'one' }, { requireRead: true });
    const owner = { principalId: 'anna', taskId: 'ending' };
    await made.workspace.read('a.txt', owner);
    await made.workspace.endTask('ending');
    const path = `${made.root}/a.txt`;
    expect(made.workspace.tracker.seen(owner, path)).toBeDefined();
    await made.workspace.endTask('ending', owner);
    expect(made.workspace.tracker.seen(owner, path)).toBeUndefined();
  });
});
