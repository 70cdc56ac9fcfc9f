import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createWorkspace, interceptFileSystem, MemoryFileSystem } from '@ku0/agent-runtime-tools-workspace';
import { rgPath } from '@vscode/ripgrep';
import { describe, expect, it } from 'vitest';
import { globTool, grepTool } from '../src/index.ts';
import { searchedTree } from './searched-tree.ts';

/** The tools on three files with two matches each, with a ripgrep that ends late. */
async function slowTools(): Promise<{ tools: ToolCoordinator; published: string[]; streamed: string[] }> {
  const { base, root } = await searchedTree({ 'a.txt': 'x\nx\n', 'b.txt': 'x\nx\n', 'c/d.txt': 'x\nx\n' });
  const ripgrepPath = join(base, 'slow-rg');
  await writeFile(ripgrepPath, `#!/bin/sh\n"${rgPath}" "$@"\ncode=$?\nsleep 0.7\nexit $code\n`);
  await chmod(ripgrepPath, 0o755);
  const tools = new ToolCoordinator({
    services: { workspace: createWorkspace({ roots: [root], state: join(base, 'state') }) },
  });
  tools.register(grepTool({ engine: 'ripgrep', ripgrepPath })).register(globTool({ engine: 'ripgrep', ripgrepPath }));
  return { tools, ...recorded(tools) };
}

function recorded(tools: ToolCoordinator): { published: string[]; streamed: string[] } {
  const [published, streamed]: [string[], string[]] = [[], []];
  tools.activity.subscribe('tool_progress', ({ data }) => published.push(`${data.done}: ${data.message}`));
  tools.activity.subscribe('tool_output_chunk', ({ data }) => streamed.push(...data.chunk.trimEnd().split('\n')));
  return { published, streamed };
}

/** The JavaScript engine on eight folders with a file each; reading a folder takes a while. */
function slowFolders(): { tools: ToolCoordinator; published: string[]; streamed: string[] } {
  const files = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`/ws/f${n}/a.txt`, 'x\n']));
  const fs = interceptFileSystem(new MemoryFileSystem({ ...files, '/ws/f0/b.md': 'x\n' }), async ({ name, path }) => {
    if (name === 'readdir' && path.includes('/ws/f')) await new Promise((resolve) => setTimeout(resolve, 120));
  });
  const workspace = createWorkspace({ roots: ['/ws'], state: '/state', fs });
  const tools = new ToolCoordinator({ services: { workspace } }).register(globTool({ engine: 'javascript' }));
  return { tools, ...recorded(tools) };
}

describe('a search that takes a while', () => {
  it('publishes how much grep has found so far, and streams the files', async () => {
    const { tools, published, streamed } = await slowTools();
    const result = await tools.execute('grep', { pattern: 'x' });
    expect(result).toMatchObject({ ok: true, value: { total: 6 } });
    expect(published.at(-1)).toBe('6: 6 matches so far');
    expect(streamed.toSorted()).toEqual(['a.txt', 'b.txt', 'c/d.txt']);
  });

  it('publishes how many files glob has found so far, and streams them', async () => {
    const { tools, published, streamed } = await slowTools();
    expect((await tools.execute('glob', { pattern: '**/*.txt' })).ok).toBe(true);
    expect(published.at(-1)).toBe('3: 3 files so far');
    expect(streamed.toSorted()).toEqual(['a.txt', 'b.txt', 'c/d.txt']);
  });

  it('publishes how many files the JavaScript engine of glob has found so far, and streams only those that match', async () => {
    const { tools, published, streamed } = slowFolders();
    const result = await tools.execute('glob', { pattern: '**/*.txt' });
    expect(result).toMatchObject({ ok: true, value: { total: 8 } });
    const counts = published.map((line) => Number.parseInt(line, 10));
    expect(counts.length).toBeGreaterThan(1);
    expect(counts.at(-1)).toBeGreaterThan(0);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(streamed).toContain('f0/a.txt');
    expect(streamed).toHaveLength(counts.at(-1) ?? 0);
    expect(streamed.every((path) => /^f\d\/a\.txt$/.test(path))).toBe(true);
  });

  it('publishes progress of the JavaScript engine for a folder as paths from the root', async () => {
    const { tools, streamed } = slowFolders();
    const result = await tools.execute('glob', { pattern: '**/*.txt', path: '/ws' });
    expect(result).toMatchObject({
      ok: true,
      value: { files: expect.arrayContaining([{ path: 'f0/a.txt', size: 2, modified: expect.any(String) }]) },
    });
    expect(streamed[0]).toBe('f0/a.txt');
  });

  it('publishes nothing more once it has ended', async () => {
    const { tools, published } = await slowTools();
    await tools.execute('grep', { pattern: 'x' });
    const count = published.length;
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(published).toHaveLength(count);
  });
});
