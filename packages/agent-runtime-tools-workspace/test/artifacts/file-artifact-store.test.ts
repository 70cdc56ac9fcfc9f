import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

describe('artifacts', () => {
  it('are read in pages, by another process too, and outside the workspace', async () => {
    const made = temporaryWorkspace();
    const text = `${'0123456789'.repeat(10)}€𝄞\ud800`;
    const artifact = await made.workspace.artifacts.put(text, { mediaType: 'text/x-log', description: 'log' });
    expect(artifact).toMatchObject({ mediaType: 'text/x-log', description: 'log', size: text.length });
    const later = made.reopen().artifacts;
    expect(await later.read(artifact.id)).toEqual({ text, offset: 0, total: text.length });
    expect(await later.read(artifact.id, { offset: 95, limit: 7 })).toEqual({
      text: text.slice(95, 102),
      offset: 95,
      total: text.length,
    });
    expect(await later.read(artifact.id, { offset: 1000 })).toEqual({
      text: '',
      offset: text.length,
      total: text.length,
    });
    expect(readdirSync(made.root)).toEqual([]);
  });

  it('are unknown under any other name', async () => {
    const made = temporaryWorkspace();
    for (const id of ['artifact-none', '../changes/x', 'artifact-../x', '', '/etc/hostname'])
      expect(await made.workspace.artifacts.read(id)).toBeUndefined();
  });

  it('make room by dropping the oldest, and refuse what is larger than all the room', async () => {
    const made = temporaryWorkspace({}, { retention: { maxArtifactBytes: 1000 } });
    const first = await made.workspace.artifacts.put('a'.repeat(200));
    await new Promise((resolve) => setTimeout(resolve, 2));
    const second = await made.workspace.artifacts.put('b'.repeat(200));
    await new Promise((resolve) => setTimeout(resolve, 2));
    const third = await made.workspace.artifacts.put('c'.repeat(200));
    expect([
      await made.workspace.artifacts.read(first.id),
      (await made.workspace.artifacts.read(second.id))?.total,
      (await made.workspace.artifacts.read(third.id))?.total,
    ]).toEqual([undefined, 200, 200]);
    expect(await codeOf(made.workspace.artifacts.put('d'.repeat(501)))).toBe('TOO_LARGE');
    expect(readdirSync(join(made.state, 'workspaces'))).toHaveLength(1);
  });
});
