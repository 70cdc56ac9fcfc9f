import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, inspectState, purgeState, type Workspace } from '../../src/index.ts';
import { newArtifactId } from '../../src/artifacts/artifact-file.ts';
import { codeOf, temporaryWorkspace, type TemporaryWorkspace } from '../temporary-workspace.ts';

const owner = { principalId: 'anna', taskId: 't' };
const DAY = 24 * 60 * 60 * 1000;

/** Another workspace on the same state folder. */
function another({ base, state }: TemporaryWorkspace, name: string): { root: string; workspace: Workspace } {
  const root = join(base, name);
  mkdirSync(root);
  return { root, workspace: createWorkspace({ roots: [root], state }) };
}

/** As if nothing had been written for so long. */
function age(state: string, id: string, ms: number): void {
  const time = new Date(Date.now() - ms);
  const own = join(state, 'workspaces', id);
  for (const name of ['', ...readdirSync(own)]) utimesSync(join(own, name), time, time);
}

async function idOf(state: string, root: string): Promise<string> {
  return (await inspectState({ state })).workspaces.find(({ roots }) => roots?.includes(root))?.id ?? '';
}

describe('the state of workspaces', () => {
  it('is told by workspace, with what it takes', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'old' });
    await made.workspace.write('a.txt', 'new', owner);
    await made.workspace.artifacts.put('x'.repeat(100), { owner });
    const { workspace } = another(made, 'second');
    await workspace.write('b.txt', '');
    const report = await inspectState({ state: made.state });
    expect(report).toMatchObject({ folder: made.state, locks: 0 });
    expect(report.workspaces.map(({ roots }) => roots)).toEqual([[join(made.base, 'second')], [made.root]]);
    expect(report.workspaces[1]).toMatchObject({ isGone: false, changes: 1, artifacts: 1, unsettled: 0 });
    expect(report.workspaces[1]?.bytes).toBeGreaterThan(200);
    expect(report.bytes).toBe(report.workspaces.reduce((sum, { bytes }) => sum + bytes, 0));
    writeFileSync(join(made.state, 'workspaces', report.workspaces[1]?.id ?? '', 'artifacts', 'stray'), '');
    await inspectState({ state: made.state });
    expect(existsSync(join(made.state, 'workspaces', report.workspaces[1]?.id ?? '', 'artifacts', 'stray'))).toBe(true);
  });

  it('goes when its folders have been gone for a week, and no sooner', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'old' });
    await made.workspace.write('a.txt', 'new');
    const { root, workspace } = another(made, 'second');
    await workspace.write('b.txt', '1');
    const [first, second] = [await idOf(made.state, made.root), await idOf(made.state, root)];
    rmSync(root, { recursive: true });
    expect((await purgeState({ state: made.state })).removed).toEqual([]);
    age(made.state, second, 6 * DAY);
    expect((await purgeState({ state: made.state })).removed).toEqual([]);
    age(made.state, second, 8 * DAY);
    expect((await purgeState({ state: made.state, dryRun: true })).removed).toEqual([second]);
    expect(readdirSync(join(made.state, 'workspaces')).toSorted()).toEqual([first, second].toSorted());
    expect(await purgeState({ state: made.state })).toMatchObject({ removed: [second], kept: [] });
    expect(readdirSync(join(made.state, 'workspaces'))).toEqual([first]);
    expect((await made.workspace.undo()).restored).toEqual(['a.txt']);
  });

  it('of all workspaces together is bounded: those used longest ago go first, and none that is in use', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'x'.repeat(5000) });
    await made.workspace.write('a.txt', '');
    const ids = [];
    for (const name of ['second', 'third']) {
      const { root, workspace } = another(made, name);
      await workspace.write('b.txt', 'x'.repeat(5000));
      await workspace.write('b.txt', '');
      ids.push(await idOf(made.state, root));
    }
    const [second = '', third = ''] = ids;
    age(made.state, second, 3 * DAY);
    age(made.state, third, 2 * DAY);
    expect((await purgeState({ state: made.state, maxTotalBytes: 14_000 })).removed).toEqual([second]);
    expect((await purgeState({ state: made.state, maxTotalBytes: 10 })).removed).toEqual([third]);
    expect((await made.workspace.undo()).restored).toEqual(['a.txt']);
  });

  it('stays where a transaction was interrupted and can still be repaired', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'old' });
    await made.workspace.write('a.txt', 'new');
    const id = await idOf(made.state, made.root);
    writeFileSync(join(made.state, 'workspaces', id, 'journal', 'x.json'), '{}');
    expect(await purgeState({ state: made.state, remove: [id] })).toMatchObject({ removed: [], kept: [id] });
    rmSync(join(made.state, 'workspaces', id, 'journal', 'x.json'));
    expect(await purgeState({ state: made.state, remove: [id] })).toMatchObject({ removed: [id], bytesAfter: 0 });
  });

  it('is trimmed to what retention covers, in every workspace, artifacts included', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'old' });
    for (let index = 0; index < 5; index++) await made.workspace.write('a.txt', String(index), owner);
    const { id } = await made.workspace.artifacts.put('x', { owner });
    const [folder] = readdirSync(join(made.state, 'workspaces', await idOf(made.state, made.root), 'artifacts'));
    const old = newArtifactId(10, Date.now() - 31 * DAY);
    writeFileSync(
      join(made.state, 'workspaces', await idOf(made.state, made.root), 'artifacts', folder ?? '', old),
      'x',
    );
    await purgeState({ state: made.state, retention: { maxChanges: 2 } });
    expect((await inspectState({ state: made.state })).workspaces).toMatchObject([{ changes: 2, artifacts: 1 }]);
    expect(await made.workspace.artifacts.read(id, { owner })).toBeDefined();
  });

  it('loses the locks of the dead, and old leases', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'old' });
    await made.workspace.write('a.txt', 'new');
    const [machine, space] = (await import('../../src/locks/process-identity.ts')).ownIdentity.split('/');
    symlinkSync(`${machine}/${space}/4194304/1/mdead`, join(made.state, 'locks', 'dead.lock'));
    const lock = await made.workspace.lock('a.txt');
    const lease = join(made.state, 'leases', 'old');
    writeFileSync(lease, '1');
    utimesSync(lease, new Date(1), new Date(1));
    await purgeState({ state: made.state });
    expect(readdirSync(join(made.state, 'locks'))).toHaveLength(1);
    expect(existsSync(lease)).toBe(false);
    await lock.release();
  });

  it('is cleaned by a workspace too, with its own retention', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'old' }, { retention: { maxChanges: 1 } });
    await made.workspace.roots();
    for (let index = 0; index < 3; index++) await made.workspace.write('a.txt', String(index), owner);
    const { root, workspace } = another(made, 'second');
    await workspace.write('b.txt', '1');
    const second = await idOf(made.state, root);
    rmSync(root, { recursive: true });
    age(made.state, second, 8 * DAY);
    expect(await made.workspace.purge()).toMatchObject({ removed: [second] });
    expect(await made.workspace.changes(owner)).toHaveLength(1);
    expect(await codeOf(made.workspace.write('a.txt', 'more'))).toBe('ok');
  });
});
