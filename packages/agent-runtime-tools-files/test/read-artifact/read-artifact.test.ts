import { MemoryArtifactStore, ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { readArtifactTool } from '../../src/index.ts';
import { codeOf, temporaryFiles, valueOf } from '../temporary-files.ts';

const ann = { principal: { id: 'ann' }, taskId: 'task' };
const owner = { principalId: 'ann', taskId: 'task' };

async function withArtifact(text: string) {
  const artifacts = new MemoryArtifactStore();
  const { id } = await artifacts.put(text, { owner });
  const tools = new ToolCoordinator({ services: { artifacts } }).register(readArtifactTool);
  return { id, tools, artifacts };
}

describe('read_artifact', () => {
  it('returns page after page until the end', async () => {
    const text = Array.from({ length: 5000 }, (_, line) => `line ${line + 1}\n`).join('');
    const { id, tools } = await withArtifact(text);
    let [offset, read]: [number | undefined, string] = [0, ''];
    while (offset !== undefined) {
      const page: { text: string; total: number; nextOffset?: number } = valueOf(
        await tools.execute('read_artifact', { id, offset, limit: 7000 }, ann),
      );
      expect(page.total).toBe(text.length);
      read += page.text;
      offset = page.nextOffset;
    }
    expect(read).toBe(text);
  });

  it('finds lines with their positions, and continues where it stopped', async () => {
    const text = Array.from({ length: 100_000 }, (_, at) => (at % 1000 === 7 ? `error ${at}` : `fine ${at}`)).join(
      '\n',
    );
    const { id, tools } = await withArtifact(text);
    const first = valueOf(await tools.execute('read_artifact', { id, search: '^error', limit: 60 }, ann));
    expect(first.matches).toHaveLength(60);
    expect(first.matches?.[1]).toMatchObject({ line: 1008, content: 'error 1007' });
    const rest = valueOf(
      await tools.execute('read_artifact', { id, search: '^error', limit: 60, offset: first.nextOffset ?? -1 }, ann),
    );
    expect(rest.matches).toHaveLength(40);
    expect(rest.nextOffset).toBeUndefined();
    for (const { offset, content } of rest.matches ?? [])
      expect(text.slice(offset, offset + content.length)).toBe(content);
    expect(rest.matches?.at(-1)).toMatchObject({ line: 99_008, content: 'error 99007' });
  });

  it('searches a very long line in pieces, and counts the lines after it correctly', async () => {
    const { id, tools } = await withArtifact(`${'x'.repeat(9_000_000)}needle\nneedle 2\n`);
    const value = valueOf(await tools.execute('read_artifact', { id, search: 'needle' }, ann));
    expect(value.matches?.map(({ line }) => line)).toEqual([1, 2]);
    expect(value.matches?.[1]).toEqual({ line: 2, offset: 9_000_007, content: 'needle 2' });
  });

  it('finds no artifact of another principal or task', async () => {
    const { id, tools } = await withArtifact('secret');
    const others = [{ ...ann, principal: { id: 'bob' } }, { ...ann, taskId: 'other' }, { taskId: 'task' }];
    for (const other of others)
      expect(codeOf(await tools.execute('read_artifact', { id }, other))).toBe('ARTIFACT_NOT_FOUND');
    expect(valueOf(await tools.execute('read_artifact', { id }, ann)).text).toBe('secret');
  });

  it('refuses a pattern that could hang', async () => {
    const { id, tools } = await withArtifact('a');
    const result = await tools.execute('read_artifact', { id, search: '(?<=a)b' }, ann);
    expect(codeOf(result)).toBe('VALIDATION_ERROR');
  });

  it('reads the long output of another tool from the store of the workspace', async () => {
    const { workspace } = temporaryFiles();
    const talk = defineTool({
      name: 'talk',
      description: 'Says a lot',
      parameters: Type.Object({}),
      execute: async () => ok('word '.repeat(20_000)),
    });
    const tools = new ToolCoordinator({ services: { workspace } }).register(talk).register(readArtifactTool);
    const said = await tools.execute('talk', {}, ann);
    const id = said.metadata.artifacts?.[0]?.id ?? 'none';
    expect(tools.toModelOutput(said)).toMatchObject([{ text: expect.stringContaining(`${id}, see read_artifact`) }]);
    expect(valueOf(await tools.execute('read_artifact', { id }, ann))).toMatchObject({ total: 100_000 });
  });
});
