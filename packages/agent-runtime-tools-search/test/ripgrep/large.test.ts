import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, unlink, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeTree } from '../../bench/make-tree.ts';
import { codeOf, SearchedTree, searchedTree, valueOf, writeTree } from '../searched-tree.ts';

describe('on a tree of 6,000 files', () => {
  let tree: SearchedTree;

  beforeAll(async () => {
    const base = await mkdtemp(join(tmpdir(), 'search-large-'));
    makeTree(join(base, 'root'), { files: 6_000 });
    tree = new SearchedTree(base, {});
    // What others leave in the temporary folder they share is none of ours.
    const temporary = join(base, 'temporary');
    await mkdir(temporary);
    vi.stubEnv('TMPDIR', temporary);
  }, 60_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(tree.base, { recursive: true, force: true });
  });

  it('grep finds what ripgrep finds', async () => {
    const expected = execFileSync(rgPath, ['--no-config', '-n', '--sort=path', 'sometimes_here', './'], {
      cwd: tree.root,
      encoding: 'utf8',
    });
    const found = await tree.grep({ pattern: 'sometimes_here', limit: 10_000 });
    expect(found.matches?.map(({ file, line, content }) => `./${file}:${line}:${content}\n`).join('')).toBe(expected);
    expect(found).toMatchObject({ total: 600, complete: true, truncated: false, filesSearched: 6_001 });
  });

  it('grep gives the same first matches every time', async () => {
    const asked = { pattern: 'common_word', limit: 250, contextLines: 1 };
    const first = (await tree.grep(asked)).matches;
    expect(first).toHaveLength(250);
    for (let run = 0; run < 4; run++) expect((await tree.grep(asked)).matches).toEqual(first);
    const sparse = { pattern: 'sometimes_here', limit: 100 };
    const places = (await tree.places({ ...sparse, limit: 10_000 })).slice(0, 100);
    for (let run = 0; run < 4; run++) expect(await tree.places(sparse)).toEqual(places);
  });

  it('grep and glob take little longer than ripgrep itself', async () => {
    const least = { bare: Infinity, grep: Infinity, list: Infinity, glob: Infinity };
    for (let run = 0; run < 5; run++) {
      least.bare = Math.min(
        least.bare,
        await timed(() => execFileSync(rgPath, ['-c', 'sometimes_here', './'], { cwd: tree.root })),
      );
      least.grep = Math.min(
        least.grep,
        await timed(() => tree.grep({ pattern: 'sometimes_here', outputMode: 'count' })),
      );
      least.list = Math.min(
        least.list,
        await timed(() => execFileSync(rgPath, ['--files', './'], { cwd: tree.root, maxBuffer: 1e8 })),
      );
      least.glob = Math.min(least.glob, await timed(() => tree.glob({ pattern: '**/*' })));
    }
    // Strict ratios need a quiet machine and a larger tree: bench/against-ripgrep.ts.
    expect(least.grep).toBeLessThan(5 * least.bare + 500);
    expect(least.glob).toBeLessThan(5 * least.list + 500);
  });

  it('glob finds what ripgrep lists', async () => {
    const listed = execFileSync(rgPath, ['--no-config', '--files', '--hidden', '--sort=path'], {
      cwd: tree.root,
      encoding: 'utf8',
    })
      .trim()
      .split('\n');
    expect(await tree.glob({ pattern: '**', limit: 10_000 })).toEqual(listed);
    expect(await tree.glob({ pattern: '**', limit: 300 })).toEqual(listed.slice(0, 300));
  });

  it('a search that is cancelled ends at once, and leaves nothing running', async () => {
    for (const delay of [0, 1, 10]) {
      const stop = new AbortController();
      const searching = tree.tryGrep({ pattern: 'x{500}y|common.*never', limit: 10_000 }, stop.signal);
      setTimeout(() => stop.abort(), delay);
      const start = performance.now();
      const result = await searching;
      expect(performance.now() - start).toBeLessThan(2_000);
      if (delay === 0 || !result.ok) expect(codeOf(result)).toBe('CANCELLED');
    }
    expect(ripgrepsOf(process.pid)).toEqual([]);
    expect(tmpdir()).toBe(join(tree.base, 'temporary'));
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('toolbox-search-'))).toEqual([]);
  });

  it('twenty searches at once all get their own answers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => tree.grep({ pattern: 'needle_rare', path: `pkg-${n % 3}` })),
    );
    for (const [n, { matches }] of answers.entries())
      expect(matches?.every(({ file }) => file.startsWith(`pkg-${n % 3}/`))).toBe(true);
  });

  it('files that are deleted during a search do no harm', async () => {
    const folder = join(tree.root, 'pkg-0/mod-0');
    const names = Array.from({ length: 300 }, (_, n) => join(folder, `gone-${n}.txt`));
    await Promise.all(names.map((name) => writeFile(name, 'sometimes_here\n')));
    const [result] = await Promise.all([
      tree.tryGrep({ pattern: 'sometimes_here', outputMode: 'count', limit: 10_000 }),
      ...names.map((name) => unlink(name)),
    ]);
    expect(valueOf(result).total).toBeGreaterThanOrEqual(600);
  });

  it('a search that takes too long returns what it has found', async () => {
    const hasty = tree.with({ engine: 'ripgrep', timeoutMs: 1 });
    const result = await hasty.tryGrep({ pattern: 'common_word', outputMode: 'count', limit: 10_000 });
    expect(valueOf(result)).toMatchObject({ truncated: true, complete: false });
    expect(result.metadata.warnings).toEqual([expect.stringContaining('stopped after')]);
    const listed = await hasty.tryGlob({ pattern: '**', sort: 'modified' });
    expect(valueOf(listed)).toMatchObject({ truncated: true, complete: false });
    expect(listed.metadata.warnings).toEqual([expect.stringContaining('stopped after')]);
  });

  it('a search that is cancelled while many matches arrive ends at once, and leaves nothing running', async () => {
    const asked = [
      { pattern: 'common_word', limit: 10_000, contextLines: 3 },
      { pattern: 'common_word', outputMode: 'count', limit: 10_000 },
      { pattern: 'const', limit: 5 },
    ] as const;
    for (const parameters of asked) {
      for (const delay of [3, 8, 15, 25]) {
        const stop = new AbortController();
        const searching = tree.tryGrep(parameters, stop.signal);
        setTimeout(() => stop.abort(), delay);
        const result = await searching;
        if (!result.ok) expect(codeOf(result)).toBe('CANCELLED');
        expect(ripgrepsOf(process.pid)).toEqual([]);
      }
    }
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('toolbox-search-'))).toEqual([]);
  });

  it('grep returns the first matches by path although most come later', async () => {
    const skewed = await searchedTree({ 'a/1.txt': 'rare\n' }, { engine: 'ripgrep' });
    const dense = 'rare\n'.repeat(50);
    for (let n = 0; n < 400; n++) await writeTree(skewed.root, { [`z/${String(n).padStart(3, '0')}.txt`]: dense });
    for (let n = 0; n < 400; n++) await writeTree(skewed.root, { [`b/${n}.txt`]: 'other\n' });
    for (let run = 0; run < 3; run++)
      expect(await skewed.places({ pattern: 'rare', limit: 3 })).toEqual(['a/1.txt:1', 'z/000.txt:1', 'z/000.txt:2']);
  });
});

it('one line of 100 MB and a file of a million matches are answered in bounded memory', async () => {
  const tree = await searchedTree({}, { engine: 'ripgrep' });
  const stream = createWriteStream(join(tree.root, 'line.txt'));
  const block = 'x'.repeat(1024 * 1024);
  for (let n = 0; n < 100; n++) if (!stream.write(n === 60 ? `${block}needle` : block)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'close');
  await writeFile(join(tree.root, 'many.txt'), 'needle and hay\n'.repeat(1_000_000));
  const before = process.memoryUsage.rss();
  const { matches } = await tree.grep({ pattern: 'needle', path: 'line.txt' });
  expect(matches).toMatchObject([{ line: 1, column: 61 * 1024 * 1024 + 1, cut: true }]);
  expect(matches?.[0]?.content).toContain('needle');
  const many = await tree.grep({ pattern: 'needle', limit: 100 });
  expect(many.truncated).toBe(true);
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
  expect((await tree.grep({ pattern: 'needle', path: 'many.txt', outputMode: 'count' })).counts).toEqual([
    { file: 'many.txt', count: 1_000_000 },
  ]);
}, 60_000);

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function ripgrepsOf(parent: number): string[] {
  const listed = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(parent)], { encoding: 'utf8' });
  return listed.split('\n').filter((line) => line.trim().endsWith(' rg'));
}
