import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interceptFileSystem, nodeFileSystem } from '../../src/index.ts';
import { newArtifactId } from '../../src/artifacts/artifact-file.ts';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

const owner = { principalId: 'anna', taskId: 't' };

describe('artifacts', () => {
  it('are read in pages, by another process too, and outside the workspace', async () => {
    const made = temporaryWorkspace();
    const text = `${'0123456789'.repeat(10)}€𝄞\ud800`;
    const artifact = await made.workspace.artifacts.put(text, { owner, mediaType: 'text/x-log', description: 'log' });
    expect(artifact).toMatchObject({ mediaType: 'text/x-log', description: 'log', size: text.length });
    const later = made.reopen().artifacts;
    expect(await later.read(artifact.id, { owner })).toEqual({ text, offset: 0, total: text.length });
    expect(await later.read(artifact.id, { owner, offset: 95, limit: 7 })).toEqual({
      text: text.slice(95, 102),
      offset: 95,
      total: text.length,
    });
    expect(await later.read(artifact.id, { owner, offset: 1000 })).toEqual({
      text: '',
      offset: text.length,
      total: text.length,
    });
    expect(readdirSync(made.root)).toEqual([]);
  });

  it('are unknown under any other name', async () => {
    const made = temporaryWorkspace();
    for (const id of ['artifact-none', '../changes/x', 'artifact-../x', '', '/etc/hostname', newArtifactId(5)])
      expect(await made.workspace.artifacts.read(id, { owner })).toBeUndefined();
  });

  it('belong to a task: those above it read them too, nobody else does', async () => {
    const made = temporaryWorkspace();
    const { artifacts } = made.workspace;
    const { id } = await artifacts.put('secret', { owner: { ...owner, parentTasks: ['lead', 'top'] } });
    const found = async (principalId: string, taskId: string): Promise<boolean> =>
      (await artifacts.read(id, { owner: { principalId, taskId } })) !== undefined;
    for (const taskId of ['t', 'lead', 'top']) expect(await found('anna', taskId)).toBe(true);
    expect(await found('anna', 'other')).toBe(false);
    for (const taskId of ['t', 'lead', 'top']) {
      expect(await found('bert', taskId)).toBe(false);
      expect(await found('', taskId)).toBe(false);
    }
  });

  it('have an owner in their file: one that was copied into the folder of somebody else stays unreadable', async () => {
    const made = temporaryWorkspace();
    const { artifacts } = made.workspace;
    const mine = await artifacts.put('secret', { owner });
    const theirs = await artifacts.put('theirs', { owner: { ...owner, principalId: 'bert' } });
    const folders = artifactFiles(made.state);
    const [from, to] = [folders.find(([, name]) => name === mine.id), folders.find(([, name]) => name === theirs.id)];
    const { copyFileSync } = await import('node:fs');
    copyFileSync(join(from?.[0] ?? '', mine.id), join(to?.[0] ?? '', mine.id));
    expect(await artifacts.read(mine.id, { owner: { principalId: 'bert', taskId: 't' } })).toBeUndefined();
  });

  it('are not readable if their file is incomplete', async () => {
    const made = temporaryWorkspace();
    const { id } = await made.workspace.artifacts.put('x', { owner });
    const [file] = artifactFiles(made.state);
    for (const bytes of [[], [1, 0], [255, 255, 255, 255], [4, 0, 0, 0, 110, 117, 108, 108]]) {
      writeFileSync(join(file?.[0] ?? '', id), Uint8Array.from(bytes));
      expect(await made.workspace.artifacts.read(id, { owner })).toBeUndefined();
    }
  });

  it.each([
    { owner: null },
    { owner: 'anna' },
    { owner: { taskId: 't' } },
    { owner: { principalId: 'anna' } },
    { owner: { principalId: 'anna', taskId: 5 } },
    { owner: { principalId: ['anna'], taskId: 't' } },
    { owner: { principalId: 'anna', taskId: 't', parentTasks: 't' } },
    {},
  ])('are not readable if their owner is not clear: %j', async (header) => {
    const made = temporaryWorkspace();
    const { id } = await made.workspace.artifacts.put('x', { owner });
    const [file] = artifactFiles(made.state);
    const text = Buffer.from(JSON.stringify(header));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.byteLength);
    writeFileSync(join(file?.[0] ?? '', id), Buffer.concat([length, text, Buffer.from('x', 'utf16le')]));
    for (const asking of [owner, { principalId: 'anna', taskId: 't' }, { principalId: 'undefined', taskId: 't' }])
      expect(await made.workspace.artifacts.read(id, { owner: asking })).toBeUndefined();
  });

  it('are evicted oldest first, and one that exceeds the whole limit is refused', async () => {
    const made = temporaryWorkspace({}, { retention: { maxArtifactBytes: 4000 } });
    const { artifacts } = made.workspace;
    const ids: string[] = [];
    for (let count = 0; count < 4; count++) {
      ids.push((await artifacts.put('a'.repeat(500), { owner })).id);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const totals = await Promise.all(ids.map(async (id) => (await artifacts.read(id, { owner }))?.total));
    expect(totals).toEqual([undefined, 500, 500, 500]);
    expect(await codeOf(artifacts.put('d'.repeat(2000), { owner }))).toBe('TOO_LARGE');
    expect(readdirSync(join(made.state, 'workspaces'))).toHaveLength(1);
  });

  it('of one principal are not evicted for those of another who floods', async () => {
    const made = temporaryWorkspace({}, { retention: { maxArtifactBytes: 100_000 } });
    const { artifacts } = made.workspace;
    const quiet = { principalId: 'bert', taskId: 't' };
    const kept = await artifacts.put('x'.repeat(1000), { owner: quiet });
    for (let count = 0; count < 60; count++) await artifacts.put('y'.repeat(2000), { owner });
    expect((await artifacts.read(kept.id, { owner: quiet }))?.total).toBe(1000);
    expect(artifactFiles(made.state).length).toBeLessThan(30);
  });

  it('are at most so many, and none is older than the retention', async () => {
    const made = temporaryWorkspace({}, { retention: { maxArtifacts: 8, maxAgeMs: 60_000 } });
    const { artifacts } = made.workspace;
    for (let count = 0; count < 20; count++) await artifacts.put('x', { owner });
    expect(artifactFiles(made.state).length).toBeLessThanOrEqual(8);
    const [file] = artifactFiles(made.state);
    const old = newArtifactId(10, Date.now() - 61_000);
    writeFileSync(join(file?.[0] ?? '', old), '');
    await made.reopen().artifacts.put('x', { owner });
    expect(artifactFiles(made.state).map(([, name]) => name)).not.toContain(old);
  });

  it('are stored without listing the existing ones', async () => {
    const looked: string[] = [];
    const fs = interceptFileSystem(nodeFileSystem, ({ name, path }) => void looked.push(`${name} ${path}`));
    const made = temporaryWorkspace({}, { fs });
    const { artifacts } = made.workspace;
    await artifacts.put('first', { owner });
    const [file] = artifactFiles(made.state);
    mkdirSync(file?.[0] ?? '', { recursive: true });
    for (let count = 0; count < 300; count++) writeFileSync(join(file?.[0] ?? '', newArtifactId(10)), '');
    looked.length = 0;
    await artifacts.put('second', { owner });
    expect(looked.length).toBeLessThan(10);
    looked.length = 0;
    await made.reopen().artifacts.put('third', { owner });
    expect(looked.filter((each) => each.includes('artifact-')).length).toBeLessThan(5);
  });
});

/** Every artifact of every workspace: its folder and its name. */
function artifactFiles(state: string): [folder: string, name: string][] {
  return readdirSync(join(state, 'workspaces'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.startsWith('artifact-'))
    .map((entry) => [entry.parentPath, entry.name]);
}
