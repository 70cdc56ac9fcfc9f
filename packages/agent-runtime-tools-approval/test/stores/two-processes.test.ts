import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Folder } from '../fixtures/folder.ts';

const PROGRAM = join(import.meta.dirname, '../fixtures/process.mjs');

interface Output {
  readonly asked: string[];
  readonly results: string[];
  readonly pending: { id: string }[];
  readonly answers: boolean[];
  readonly list?: [string, string][];
}

function setting(folder: Folder, kind: string, more: object): string {
  const file = join(folder.base, kind === 'sqlite' ? 'approvals.db' : 'approvals.json');
  return JSON.stringify({ kind, file, root: folder.path, state: folder.state, ...more });
}

async function processWith(folder: Folder, kind: string, more: object): Promise<Output> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, setting(folder, kind, more)]);
  return JSON.parse(stdout) as Output;
}

describe.each(['file', 'sqlite'])('Two processes that share a %s store', { timeout: 120_000 }, (kind) => {
  it('share what was approved for always, nothing that was for once or the session, and revocation', async () => {
    using folder = new Folder();
    const command = 'npm test';
    const twice = { calls: [command, command] };
    expect(await processWith(folder, kind, { ...twice, scope: 'once' })).toMatchObject({
      asked: [command, command],
      results: ['ran', 'ran'],
    });
    expect(await processWith(folder, kind, { ...twice, scope: 'session' })).toMatchObject({ asked: [command] });
    expect(await processWith(folder, kind, { ...twice, scope: 'always' })).toMatchObject({ asked: [command] });
    expect(await processWith(folder, kind, { ...twice, list: true })).toMatchObject({
      asked: [],
      results: ['ran', 'ran'],
      list: [[`Bash(npm test) in ${folder.path}`, 'always']],
    });
    await processWith(folder, kind, { revoke: true });
    expect(await processWith(folder, kind, { calls: [command], list: true })).toMatchObject({
      asked: [command],
      results: ['APPROVAL_DENIED'],
      list: [],
    });
  });

  it('see at once what the other has revoked while both run', async () => {
    using folder = new Folder();
    await processWith(folder, kind, { calls: ['npm test'], scope: 'always' });
    const { FileApprovalStore, SqliteApprovalStore, ApprovalMemory } = await import('../../src/index.ts');
    const file = join(folder.base, kind === 'sqlite' ? 'approvals.db' : 'approvals.json');
    const store = kind === 'sqlite' ? new SqliteApprovalStore({ file }) : new FileApprovalStore({ file });
    const memory = new ApprovalMemory({ store });
    expect(await memory.list()).toHaveLength(1);
    await processWith(folder, kind, { revoke: true });
    expect(await memory.list()).toHaveLength(0);
    if (store instanceof SqliteApprovalStore) await store.close();
  });

  it('hand over what was pending when one was killed: answered once, for the same call alone', async () => {
    using folder = new Folder({ 's.sh': 'echo 1' });
    const command = 'sh s.sh';
    const leavePending = async (): Promise<void> => {
      const child = fork(PROGRAM, [setting(folder, kind, { calls: [command], hang: true })], { stdio: 'ignore' });
      await once(child, 'message');
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    await leavePending();
    expect(await processWith(folder, kind, { answer: { approved: true } })).toMatchObject({ answers: [true] });
    expect(await processWith(folder, kind, { calls: [command, command] })).toMatchObject({
      asked: [command],
      results: ['ran', 'APPROVAL_DENIED'],
    });
    await leavePending();
    await processWith(folder, kind, { answer: { approved: true } });
    folder.write('s.sh', 'touch MARK');
    expect(await processWith(folder, kind, { calls: [command] })).toMatchObject({
      asked: [command],
      results: ['APPROVAL_DENIED'],
    });
  });

  it('lose no approval when both write at once', async () => {
    using folder = new Folder();
    const all = ['ls -a', 'cat x', 'git status', 'npm test', 'wc x'];
    await Promise.all(all.map((command) => processWith(folder, kind, { calls: [command], scope: 'always' })));
    expect((await processWith(folder, kind, { calls: all, list: true })).list).toHaveLength(all.length);
  });
});
