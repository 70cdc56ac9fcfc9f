import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runToolbox, type RunResult } from '../../run-toolbox.ts';

const base = mkdtempSync(join(tmpdir(), 'toolbox-changes-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let folder = '';
let state = '';
beforeEach(() => {
  folder = mkdtempSync(join(base, 'ws-'));
  state = mkdtempSync(join(base, 'state-'));
});

const run = (...args: string[]): Promise<RunResult> =>
  runToolbox([...args, '--workspace', folder], { env: { TOOLBOX_HOME: state } });

/** Writes files as tools do, each as a call of its own, and returns the ids of the changes. */
async function write(...files: readonly { path: string; content: string; taskId: string; principalId?: string }[]) {
  const workspace = createWorkspace({ roots: [folder], state });
  const ids: string[] = [];
  for (const { path, content, ...owner } of files) {
    const origin = { ...owner, callId: 'call-1', callKey: `key-${path}-${content}`, tool: 'write_file' };
    ids.push((await workspace.write(path, content, origin)).id);
  }
  await workspace.shutdown();
  return ids;
}

const contentOf = (path: string): string => readFileSync(join(folder, path), 'utf8');

describe('toolbox history', () => {
  it('lists changes newest first, and shows the diff of one by the start of its id', async () => {
    const [, second = ''] = await write(
      { path: 'a.txt', content: 'one\n', taskId: 't1' },
      { path: 'a.txt', content: 'two\n', taskId: 't2' },
    );
    const listed = await run('history', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { id: second, tool: 'write_file', task: 't2', files: [{ path: 'a.txt', kind: 'modified' }], undone: false },
      { task: 't1', files: [{ path: 'a.txt', kind: 'created' }] },
    ]);
    const shown = await run('history', 'show', second.slice(0, -1));
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.stdout).toContain('-one\n+two\n');
    const ofTask = await run('history', '--task', 't1', '--limit', '1');
    expect(ofTask.stdout).toMatch(/write_file · task t1\n {2}created {2}a\.txt\n/);
  });

  it('names what is wrong with the command line', async () => {
    expect(await run('history', 'show', 'zz')).toMatchObject({ code: 2 });
    expect((await run('history', 'shw')).stderr).toContain('Did you mean show?');
    expect((await run('history', '--limit', '0')).stderr).toContain('--limit needs a whole number above 0');
  });
});

describe('toolbox undo', () => {
  it('undoes the last call, after a dry run that changes nothing', async () => {
    await write({ path: 'a.txt', content: 'one\n', taskId: 't' }, { path: 'a.txt', content: 'two\n', taskId: 't' });
    expect(await run('undo', '--dry-run')).toMatchObject({ code: 0, stdout: '✓ would restore a.txt\n' });
    expect(contentOf('a.txt')).toBe('two\n');
    expect(await run('undo')).toMatchObject({ code: 0, stdout: '✓ restored a.txt\n' });
    expect(contentOf('a.txt')).toBe('one\n');
    expect((await run('history')).stdout).toContain('undone');
  });

  it('undoes several changes in the right order, whatever the order of the ids', async () => {
    const ids = await write(
      { path: 'a.txt', content: 'one\n', taskId: 't' },
      { path: 'a.txt', content: 'two\n', taskId: 't' },
      { path: 'a.txt', content: 'three\n', taskId: 't' },
    );
    const planned = await run('undo', ...ids.slice(1), '--dry-run');
    expect(planned).toMatchObject({ code: 0, stdout: '✓ would restore a.txt from 2 changes\n' });
    expect(contentOf('a.txt')).toBe('three\n');
    const undone = await run('undo', ...ids.slice(1), '--json');
    expect(JSON.parse(undone.stdout)).toMatchObject({ restored: ['a.txt', 'a.txt'], skipped: [], dryRun: false });
    expect(contentOf('a.txt')).toBe('one\n');
  });

  it('undoes a task of every principal that has one of this name, and no other task', async () => {
    await write(
      { path: 'a.txt', content: 'one\n', taskId: 'keep' },
      { path: 'a.txt', content: 'two\n', taskId: 'drop' },
      { path: 'b.txt', content: 'three\n', taskId: 'keep' },
      { path: 'b.txt', content: 'four\n', taskId: 'drop', principalId: 'ann' },
    );
    expect(await run('undo', '--task', 'drop', '--dry-run')).toMatchObject({ code: 0 });
    expect(await run('undo', '--task', 'drop')).toMatchObject({ code: 0 });
    expect([contentOf('a.txt'), contentOf('b.txt')]).toEqual(['one\n', 'three\n']);
  });

  it('leaves a file that a person has changed since, and fails', async () => {
    await write({ path: 'a.txt', content: 'one\n', taskId: 't' });
    writeFileSync(join(folder, 'a.txt'), 'mine\n');
    const left = await run('undo');
    expect(left).toMatchObject({ code: 1 });
    expect(left.stdout).toContain('a.txt stays as it is');
    expect(contentOf('a.txt')).toBe('mine\n');
  });

  it('fails if there is nothing to undo, and refuses an unclear selection', async () => {
    expect(await run('undo')).toMatchObject({ code: 1, stdout: 'There was nothing to undo.\n' });
    expect(await run('undo', '--task', 'none')).toMatchObject({ code: 2 });
    expect(await run('undo', '--task', 'none', '--steps', '2')).toMatchObject({ code: 2 });
  });
});
