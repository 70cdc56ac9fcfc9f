import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, codeTree, valueOf } from '../code-tree.ts';

type Tree = Awaited<ReturnType<typeof codeTree>>;

async function definitions({ tools }: Tree): Promise<string[]> {
  const { files } = valueOf(await tools.execute('list_code_definitions', { path: '.' }));
  return files.flatMap((file) => file.definitions.map(({ name }) => name));
}

const many = Object.fromEntries(
  Array.from({ length: 300 }, (_, at) => [`src/f${at}.ts`, `export const name${at} = ${at};\n`.repeat(20)]),
);

describe('the index', () => {
  it('sees files that were changed, added and removed by anybody', async () => {
    const tree = await codeTree({ 'a.ts': 'const one = 1;\n', 'b.ts': 'const two = 2;\n' });
    expect(await definitions(tree)).toEqual(['one', 'two']);
    await writeFile(join(tree.root, 'a.ts'), 'const three = 3;\n');
    await writeFile(join(tree.root, 'c.ts'), 'const four = 4;\n');
    await rm(join(tree.root, 'b.ts'));
    expect(await definitions(tree)).toEqual(['three', 'four']);
  });

  it('sees a change of our own tools that keeps size and time', async () => {
    const tree = await codeTree({ 'a.ts': 'const one = 1;\n' });
    const time = new Date('2026-01-01T00:00:00Z');
    await utimes(join(tree.root, 'a.ts'), time, time);
    expect(await definitions(tree)).toEqual(['one']);
    await tree.workspace.write('a.ts', 'const two = 1;\n', { checkStale: false });
    await utimes(join(tree.root, 'a.ts'), time, time);
    expect(await definitions(tree)).toEqual(['two']);
  });

  it('parses a file again only when it changed', async () => {
    const tree = await codeTree(many);
    const parsed: number[] = [];
    const onProgress = (done: number): void => void parsed.push(done);
    await tree.engine.listDefinitions('.', { onProgress });
    expect(parsed.at(-1)).toBe(300);
    parsed.length = 0;
    await tree.write({ 'src/f7.ts': 'export const changed = 1;\n' });
    await tree.engine.listDefinitions('.', { onProgress });
    expect(parsed).toEqual([1]);
  });

  it('stops when the call is cancelled, and answers the next call', async () => {
    const tree = await codeTree(many);
    const controller = new AbortController();
    const off = tree.tools.activity.subscribe('tool_progress', () => controller.abort());
    const result = await tree.tools.execute('get_codebase_map', {}, { signal: controller.signal });
    off();
    expect(codeOf(result)).toBe('CANCELLED');
    expect((await definitions(tree)).length).toBe(500);
  });

  it('answers calls of two principals at once', async () => {
    const tree = await codeTree(many);
    const results = await Promise.all(
      ['ann', 'bob'].map((id) =>
        tree.tools.execute('search_code', { query: 'name299', limit: 1 }, { principal: { id }, taskId: 'task' }),
      ),
    );
    expect(results.map((result) => valueOf(result).results[0]?.name)).toEqual(['name299', 'name299']);
  });
});
