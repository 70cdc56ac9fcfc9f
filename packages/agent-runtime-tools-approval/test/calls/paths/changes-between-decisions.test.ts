import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { AutoApprover } from '../../../src/index.ts';
import { Folder } from '../../fixtures/folder.ts';

describe.each(['a workspace', 'folders'])('AutoApprover with %s', (boundary) => {
  const approverOf = (folder: Folder): AutoApprover =>
    new AutoApprover({
      workspace: boundary === 'folders' ? folder.path : folder.workspace,
      permissions: { allow: ['Read', 'Edit'] },
    });

  it('sees what was changed between two decisions, however close they are', async () => {
    using folder = new Folder({ 'dir/a.txt': '', 'b.txt': '', 'sub/c/d.txt': '' });
    mkdirSync(join(folder.base, 'outside/c'), { recursive: true });
    writeFileSync(join(folder.base, 'outside/a.txt'), '');
    writeFileSync(join(folder.base, 'outside/c/d.txt'), '');
    symlinkSync('../outside', join(folder.path, 'spare'));
    symlinkSync('../outside/a.txt', join(folder.path, 'spare.txt'));
    const approver = approverOf(folder);
    const decisionOn = async (path: string): Promise<string> =>
      (await approver.shouldAutoApprove('edit_file', { path }, { cwd: folder.path })).decision;
    for (const path of ['dir/a.txt', 'b.txt', 'sub/c/d.txt']) await decisionOn(path);
    for (let round = 0; round < 50; round++) {
      expect([await decisionOn('dir/a.txt'), await decisionOn('b.txt'), await decisionOn('sub/c/d.txt')]).toEqual(
        Array(3).fill('approve'),
      );
      renameSync(join(folder.path, 'spare.txt'), join(folder.path, 'b.txt'));
      expect(await decisionOn('b.txt')).toBe('ask');
      writeFileSync(join(folder.path, 'plain.txt'), '');
      renameSync(join(folder.path, 'b.txt'), join(folder.path, 'spare.txt'));
      renameSync(join(folder.path, 'plain.txt'), join(folder.path, 'b.txt'));
      expect(await decisionOn('b.txt')).toBe('approve');
      for (const [name, inside] of [
        ['dir', 'dir/a.txt'],
        ['sub', 'sub/c/d.txt'],
      ] as const) {
        renameSync(join(folder.path, name), join(folder.path, 'kept'));
        renameSync(join(folder.path, 'spare'), join(folder.path, name));
        expect(await decisionOn(inside)).toBe('ask');
        renameSync(join(folder.path, name), join(folder.path, 'spare'));
        renameSync(join(folder.path, 'kept'), join(folder.path, name));
      }
    }
  }, 20_000);

  it('sees the same in commands, and where they run', async () => {
    using folder = new Folder({ 'dir/a.txt': '', 'dir/sub/b.txt': '' });
    mkdirSync(join(folder.base, 'outside/sub'), { recursive: true });
    writeFileSync(join(folder.base, 'outside/a.txt'), '');
    symlinkSync('../outside', join(folder.path, 'spare'));
    const approver = new AutoApprover({
      workspace: boundary === 'folders' ? folder.path : folder.workspace,
      permissions: { allow: ['Bash(cat *)', 'Bash(npm test)'] },
    });
    const decide = async (command: string, cwd: string): Promise<string> =>
      (await approver.shouldAutoApprove('bash', { command }, { cwd: join(folder.path, cwd) })).decision;
    const all = async (): Promise<string[]> => [
      await decide('cat dir/a.txt', '.'),
      await decide('npm test', 'dir/sub'),
      await decide('cat new.txt', 'dir'),
    ];
    await all();
    for (let round = 0; round < 30; round++) {
      expect(await all()).toEqual(['approve', 'approve', 'approve']);
      renameSync(join(folder.path, 'dir'), join(folder.path, 'kept'));
      renameSync(join(folder.path, 'spare'), join(folder.path, 'dir'));
      expect(await all()).toEqual(['ask', 'ask', 'ask']);
      renameSync(join(folder.path, 'dir'), join(folder.path, 'spare'));
      renameSync(join(folder.path, 'kept'), join(folder.path, 'dir'));
    }
  }, 20_000);

  it('lets others have their turn while it decides on a call with hundreds of paths', async () => {
    using folder = new Folder({ 'a.txt': '' });
    const approver = approverOf(folder);
    const paths = Array.from({ length: 700 }, (_, index) => `dir-${index}/new.txt`);
    const decide = (list: readonly string[]): Promise<{ readonly decision: string }> =>
      approver.shouldAutoApprove('read_file', { paths: list }, { cwd: folder.path });
    expect(await decide(paths.slice(0, 10))).toMatchObject({ decision: 'approve' });
    let turns = 0;
    const count = (): void => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    expect(await decide(paths)).toMatchObject({ decision: 'approve' });
    expect(await decide([...paths, '../outside.txt'])).toMatchObject({ decision: 'ask' });
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(4);
  }, 20_000);

  it('sees at once that a new file is no longer new', async () => {
    using folder = new Folder({ 'a.txt': '' });
    const approver = new AutoApprover({ workspace: boundary === 'folders' ? folder.path : folder.workspace });
    const decision = async (): Promise<string> =>
      (await approver.shouldAutoApprove('write_file', { path: 'new.txt', content: '' }, { cwd: folder.path })).decision;
    await decision();
    for (let round = 0; round < 20; round++) {
      expect(await decision()).toBe('approve');
      writeFileSync(join(folder.path, 'new.txt'), '');
      expect(await decision()).toBe('ask');
      rmSync(join(folder.path, 'new.txt'));
    }
  });

  it('sees what another program swapped, in a loop that lets nothing else run', async () => {
    using folder = new Folder({ 'dir/a.txt': '' });
    mkdirSync(join(folder.base, 'outside'));
    writeFileSync(join(folder.base, 'outside/a.txt'), '');
    symlinkSync('../outside', join(folder.path, 'spare'));
    const approver = approverOf(folder);
    const decisionOn = async (): Promise<string> =>
      (await approver.shouldAutoApprove('edit_file', { path: 'dir/a.txt' }, { cwd: folder.path })).decision;
    expect(await decisionOn()).toBe('approve');
    const child = spawn('sh', ['-c', 'sleep 0.3; mv dir kept; mv spare dir'], { cwd: folder.path });
    let decision = '';
    let decisions = 0;
    const started = performance.now();
    while (decision !== 'ask' && performance.now() - started < 15_000) {
      decision = await decisionOn();
      decisions++;
    }
    expect(decision).toBe('ask');
    expect(decisions).toBeGreaterThan(10);
    await once(child, 'close');
  }, 20_000);
});

it('AutoApprover sees what was changed between two decisions although the clock of a test stands still', async () => {
  using folder = new Folder({ 'a.txt': '' });
  vi.useFakeTimers();
  try {
    const approver = new AutoApprover({ workspace: folder.path, permissions: { allow: ['Read'] } });
    const decision = async (): Promise<string> =>
      (await approver.shouldAutoApprove('read_file', { path: 'a.txt' }, { cwd: folder.path })).decision;
    await decision();
    expect(await decision()).toBe('approve');
    rmSync(join(folder.path, 'a.txt'));
    symlinkSync('/etc/passwd', join(folder.path, 'a.txt'));
    expect(await decision()).toBe('ask');
  } finally {
    vi.useRealTimers();
  }
});

it('AutoApprover with a workspace sees that a file was hidden between two decisions', async () => {
  using folder = new Folder({ 'a.txt': '' });
  const approver = new AutoApprover({ workspace: folder.workspace, permissions: { allow: ['Read'] } });
  const decision = async (): Promise<string> =>
    (await approver.shouldAutoApprove('read_file', { path: 'a.txt' }, { cwd: folder.path })).decision;
  await decision();
  for (let round = 0; round < 10; round++) {
    expect(await decision()).toBe('approve');
    writeFileSync(join(folder.path, '.toolignore'), 'a.txt\n');
    expect(await decision()).toBe('ask');
    expect(await decision()).toBe('ask');
    writeFileSync(join(folder.path, '.toolignore'), 'another name\n');
    expect(await decision()).toBe('approve');
    rmSync(join(folder.path, '.toolignore'));
  }
});
