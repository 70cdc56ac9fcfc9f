import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { searchedTree, type SearchedTree } from '../searched-tree.ts';

function textOf({ tools }: SearchedTree, result: ToolResult): string {
  const { toModelOutput } = tools as unknown as { toModelOutput(result: ToolResult): { text: string }[] };
  return toModelOutput
    .call(tools, result)
    .map(({ text }) => text)
    .join('\n');
}

const FILES = { 'src/a.ts': 'needle\n', 'build/b.ts': 'needle\n', '.gitignore': 'build/\n' };

describe.each(['ripgrep', 'javascript', 'auto'] as const)('the text for the model after a search with %s', (engine) => {
  it('says that the path is excluded by .gitignore', async () => {
    const tree = await searchedTree(FILES, { engine });
    for (const result of [
      await tree.tryGrep({ pattern: 'needle', path: 'build' }),
      await tree.tryGlob({ pattern: '*', path: 'build' }),
    ])
      expect(textOf(tree, result)).toContain('Note: build is excluded by .gitignore: set includeIgnored: true');
  });

  it('says why no file was searched', async () => {
    const tree = await searchedTree(FILES, { engine });
    const text = async (more: object) => textOf(tree, await tree.tryGrep({ pattern: 'needle', ...more }));
    expect(await text({ include: '*.ts,*.js' })).toContain(
      'matches include "*.ts,*.js"; several globs are written {a,b}.',
    );
    expect(await text({ include: 'src' })).toContain('a folder is given as path, or as "folder/**"');
    expect(await text({ include: '*.md', path: 'src' })).toContain('nothing in src matches include "*.md".');
    expect(await text({ include: '*.md', path: 'src/a.ts' })).toContain('src/a.ts does not match include "*.md".');
    expect(await text({ type: 'py' })).toContain('nothing in the workspace is of the type py');
    expect(await text({ include: '!**' })).toContain('excludes all of them');
    expect(await text({ pattern: 'nowhere' })).toBe('No matches. 2 files searched.');
  });

  it('is about the files that include names by an absolute path or excludes with "!"', async () => {
    const tree = await searchedTree({ ...FILES, 'c.md': 'needle\n' }, { engine });
    expect(await tree.places({ pattern: 'needle', include: join(tree.root, 'src/*.ts') })).toEqual(['src/a.ts:1']);
    expect(await tree.places({ pattern: 'needle', include: '!*.ts' })).toEqual(['c.md:1']);
  });

  it('says that a glob names a folder', async () => {
    const tree = await searchedTree(FILES, { engine });
    expect(textOf(tree, await tree.tryGlob({ pattern: 'src' }))).toBe(
      'No files match.\nNote: src is a folder: "src/**" lists the files in it.',
    );
    expect(textOf(tree, await tree.tryGlob({ pattern: 'none' }))).toBe('No files match.');
  });

  it('gives the reason of a pattern that ends with a backslash, and what to do without look-around', async () => {
    const tree = await searchedTree(FILES, { engine });
    expect(textOf(tree, await tree.tryGrep({ pattern: 'a\\' }))).toContain('incomplete escape sequence');
    expect(textOf(tree, await tree.tryGrep({ pattern: 'a(' }))).toContain('unclosed group');
    expect(textOf(tree, await tree.tryGrep({ pattern: '(?=a)' }))).toContain('write the pattern without them');
  });
});

it.each(['ripgrep', 'javascript'] as const)(
  'a search with %s that was stopped does not read as if there were nothing',
  async (engine) => {
    const tree = await searchedTree({}, { engine, timeoutMs: 0.001 });
    for (let n = 0; n < 200; n += 1) await writeFile(join(tree.root, `${n}.txt`), 'x\n'.repeat(10_000));
    const text = textOf(tree, await tree.tryGrep({ pattern: 'y[a]' }));
    expect(text).toContain('No matches so far: the search was stopped.');
    expect(text).toMatch(/^Note: The search was stopped after .* s: narrow the path or the pattern\.$/m);
  },
);

it('the example that glob gives is a valid call', async () => {
  const tree = await searchedTree(FILES);
  const result = await tree.tools.execute('glob', {});
  expect(textOf(tree, result)).toContain('glob({"pattern":"**/*.ts"})');
});
