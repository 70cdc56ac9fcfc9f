import { chmod, lstat, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { createCodeEngine } from '../../src/index.ts';
import { codeTree } from '../code-tree.ts';

type Tree = Awaited<ReturnType<typeof codeTree>>;

const FILES = { 'a.ts': 'export const one = 1;\n', 'b.py': 'two = 2\n' };
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

/** A tree whose files are old enough that their times can be trusted, indexed and written to the cache. */
async function cachedTree(): Promise<Tree & { readonly cache: string }> {
  const tree = await codeTree(FILES);
  for (const file of Object.keys(FILES)) await utimes(join(tree.root, file), LONG_AGO, LONG_AGO);
  expect(await names(tree)).toEqual(['one', 'two']);
  return { ...tree, cache: join(await tree.workspace.cacheFolder(), 'code-index') };
}

/** What an engine in a new process finds. */
async function names({ root, base }: Tree): Promise<string[]> {
  const workspace = createWorkspace({ roots: [root], state: join(base, 'state') });
  const engine = createCodeEngine({ workspace });
  const { files } = await engine.listDefinitions('.');
  await engine.shutdown();
  await workspace.shutdown();
  return files.flatMap(({ definitions }) => definitions.map(({ name }) => name));
}

function line(head: unknown, content: unknown = {}): string {
  const text = `${JSON.stringify(head)}\t${JSON.stringify(content)}`;
  return `${crc32(text).toString(16)} ${text}\n`;
}

type Part = Record<string, unknown>;

/** Changes the content of every record, with a fitting checksum. */
async function editContents(cache: string, edit: (content: Part) => unknown): Promise<void> {
  const [header, ...lines] = (await readFile(cache, 'utf8')).split('\n');
  const edited = lines
    .filter((each) => each !== '')
    .map((each) => {
      const [head = '', content = ''] = each.slice(each.indexOf(' ') + 1).split('\t');
      return line(JSON.parse(head), edit(JSON.parse(content) as Part));
    });
  await writeFile(cache, `${header}\n${edited.join('')}`);
}

describe('the cache of the index', () => {
  it('answers for files that have not changed, without parsing them', async () => {
    const tree = await cachedTree();
    await editContents(tree.cache, (content) =>
      JSON.parse(JSON.stringify(content).replace('"name":"one"', '"name":"cached"')),
    );
    expect(await names(tree)).toEqual(['cached', 'two']);
  });

  it('lies outside the workspace and is readable by its owner only', async () => {
    const { cache, root } = await cachedTree();
    expect(cache.startsWith(root)).toBe(false);
    expect((await lstat(cache)).mode & 0o777).toBe(0o600);
  });

  it('knows a file by its content when its time has changed', async () => {
    const tree = await cachedTree();
    await editContents(tree.cache, (content) =>
      JSON.parse(JSON.stringify(content).replace('"name":"one"', '"name":"cached"')),
    );
    const later = new Date('2026-02-01T00:00:00Z');
    await utimes(join(tree.root, 'a.ts'), later, later);
    expect(await names(tree)).toEqual(['cached', 'two']);
  });

  it('is updated by what changed, by appending', async () => {
    const tree = await cachedTree();
    const before = await readFile(tree.cache, 'utf8');
    await tree.write({ 'a.ts': 'export const three = 3;\n' });
    expect(await names(tree)).toEqual(['three', 'two']);
    const after = await readFile(tree.cache, 'utf8');
    expect(after.startsWith(before)).toBe(true);
    expect(after.slice(before.length).match(/"path":"[^"]*"/g)).toEqual(['"path":"a.ts"']);
    expect(await names(tree)).toEqual(['three', 'two']);
  });

  it('does not trust the time of a file that was changed just before it was read', async () => {
    const tree = await codeTree(FILES);
    const time = new Date();
    await utimes(join(tree.root, 'a.ts'), time, time);
    expect(await names(tree)).toEqual(['one', 'two']);
    await writeFile(join(tree.root, 'a.ts'), 'export const six = 6;\n');
    await utimes(join(tree.root, 'a.ts'), time, time);
    expect(await names(tree)).toEqual(['six', 'two']);
  });

  it.each([
    ['is empty', ''],
    ['is of another version', 'code-index 0\n'],
    ['is not text', '\u0000\u0001\uFFFF'.repeat(100)],
    ['has no checksum', 'code-index 2\n{"path":"a.ts"}\t{}\n'],
    ['has a wrong checksum', 'code-index 2\n00000000 {"path":"a.ts"}\t{}\n'],
    ['has other values', `code-index 2\n${[null, 1, [], {}, 'x'].map((head) => line(head)).join('')}`],
    ['reaches for prototypes', `code-index 2\n${line(JSON.parse('{"__proto__":{"path":"a.ts"}}'))}`],
  ])('is ignored and written anew when it %s', async (_, content) => {
    const tree = await cachedTree();
    await writeFile(tree.cache, content);
    expect(await names(tree)).toEqual(['one', 'two']);
    expect(await names(tree)).toEqual(['one', 'two']);
  });

  it.each([
    ['symbols', { symbols: [{ name: 1 }] }],
    ['symbols', { symbols: 'x' }],
    ['imports', { imports: [{ source: 'a', aliases: { a: 1 } }] }],
    ['exports', { exports: [null] }],
    ['names', { names: [{}] }],
  ])('is given up when a record has wrong %s', async (_, part) => {
    const tree = await cachedTree();
    await editContents(tree.cache, (content) => ({ ...content, ...part }));
    expect(await names(tree)).toEqual(['one', 'two']);
  });

  it('skips a line that was cut off', async () => {
    const tree = await cachedTree();
    const content = await readFile(tree.cache, 'utf8');
    await writeFile(tree.cache, content.slice(0, -20));
    expect(await names(tree)).toEqual(['one', 'two']);
  });

  it('neither reads nor writes through a link', async () => {
    const tree = await codeTree(FILES);
    const [outside, cache] = [join(tree.base, 'outside'), join(await tree.workspace.cacheFolder(), 'code-index')];
    await writeFile(outside, 'code-index 2\nkeep\n');
    await symlink(outside, cache);
    expect(await names(tree)).toEqual(['one', 'two']);
    expect(await readFile(outside, 'utf8')).toBe('code-index 2\nkeep\n');
  });

  it('is not needed: the index works when its folder cannot be used', async () => {
    const tree = await codeTree(FILES);
    await writeFile(join(await tree.workspace.cacheFolder(), 'code-index'), '');
    await chmod(await tree.workspace.cacheFolder(), 0o500);
    expect(await names(tree)).toEqual(['one', 'two']);
    await chmod(await tree.workspace.cacheFolder(), 0o700);
  });

  it('leaves no drafts', async () => {
    const tree = await cachedTree();
    expect(await readdir(await tree.workspace.cacheFolder())).toEqual(['code-index']);
  });
});
