import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GrepValue } from '../../src/index.ts';
import { openThrottledPipe, type ThrottledPipe } from '../../src/ripgrep/throttled-pipe.ts';
import { codeOf, searchedTree, valueOf } from '../searched-tree.ts';

describe('a throttled pipe', () => {
  it('gives every byte in order, however it was written', async () => {
    const { pipe, child } = await started(
      "for (let n = 0; n < 3000; n++) require('fs').writeSync(1, n + (n % 500 ? '' : 'x'.repeat(99999)) + '\\n');",
    );
    let text = '';
    await pipe.read((chunk) => {
      text += chunk.toString('latin1');
      return true;
    });
    expect(text.replaceAll('x', '')).toBe(Array.from({ length: 3_000 }, (_, n) => `${n}\n`).join(''));
    expect(text.length - text.replaceAll('x', '').length).toBe(6 * 99_999);
    await gone(child);
  });

  it('is read without pauses once its writer has ended', async () => {
    const { pipe, child } = await started(
      "process.stdout.write('a'); setTimeout(() => process.stdout.write('b'), 50);",
    );
    const start = performance.now();
    let text = '';
    await pipe.read((chunk) => {
      text += chunk.toString('latin1');
      return 60_000;
    });
    expect(text).toBe('ab');
    expect(performance.now() - start).toBeLessThan(30_000);
    await gone(child);
  });

  it('blocks its writer while nobody reads', async () => {
    const { pipe, child } = await started("for (;;) require('fs').writeSync(1, 'x'.repeat(1000));");
    let bytes = 0;
    const reading = pipe.read((chunk) => {
      bytes += chunk.length;
      return 300;
    });
    await sleep(1_000);
    // Four sips of at most 64 KB: a file or a pipe without bounds would have taken far more in a second.
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(6 * 64 * 1024);
    pipe.destroy();
    await reading;
    // Whoever writes into it now is told so, and ends.
    await gone(child);
  });

  it('leaves nothing in the temporary folder', async () => {
    await withTemporaryFolder(await emptyFolder(), async (folder) => {
      const pipe = await openThrottledPipe();
      expect(pipe).toBeDefined();
      expect(await readdir(folder)).toEqual([]);
      pipe?.destroy();
    });
  });

  it('is not available if no socket can be created', async () => {
    const base = await emptyFolder();
    await writeFile(join(base, 'file'), '');
    const deep = join(base, 'x'.repeat(120));
    await mkdir(deep);
    for (const folder of [join(base, 'missing'), join(base, 'file'), deep])
      await withTemporaryFolder(folder, async () => expect(await openThrottledPipe()).toBeUndefined());
    expect(await readdir(deep)).toEqual([]);
  });
});

it('grep gives the same answers without a throttled pipe', async () => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`d${n % 7}/f${n}.txt`, `x${n}\n`.repeat(9)]));
  const tree = await searchedTree(files, { engine: 'ripgrep' });
  const questions = [
    { pattern: 'x1', limit: 10_000 },
    { pattern: 'x', limit: 3 },
    { pattern: 'x', outputMode: 'count', limit: 10_000 },
    { pattern: 'x2', outputMode: 'files' },
    { pattern: 'x\\d\\nx', multiline: true },
  ] as const;
  const paced: object[] = [];
  for (const question of questions) paced.push(shown(await tree.grep(question)));
  await withTemporaryFolder(join(tree.base, 'missing'), async () => {
    for (const [index, question] of questions.entries()) expect(shown(await tree.grep(question))).toEqual(paced[index]);
    expect(codeOf(await tree.tryGrep({ pattern: 'x(' }))).toBe('INVALID_PATTERN');
  });
});

it('searches leave no open files, sockets or programs, however they end', async () => {
  const files = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`f${n}.txt`, 'x\n'.repeat(200)]));
  const tree = await searchedTree(files, { engine: 'ripgrep' });
  const search = async (): Promise<void> => {
    valueOf(await tree.tryGrep({ pattern: 'x', limit: 10 }));
    valueOf(await tree.tryGrep({ pattern: 'x', limit: 10_000, outputMode: 'count' }));
    expect(codeOf(await tree.tryGrep({ pattern: 'x(' }))).toBe('INVALID_PATTERN');
    await tree.tryGrep({ pattern: 'x', limit: 10_000 }, AbortSignal.timeout(5));
  };
  await search();
  const before = await resources();
  for (let run = 0; run < 8; run++) await search();
  await vi.waitFor(async () => expect(await resources()).toBeLessThanOrEqual(before), { timeout: 10_000 });
}, 60_000);

function shown({ matches, files, counts }: GrepValue): object {
  return { matches, files, counts };
}

async function started(script: string): Promise<{ pipe: ThrottledPipe; child: ChildProcess }> {
  const pipe = await openThrottledPipe();
  if (pipe === undefined) throw new Error('There is no pipe.');
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', pipe.writer, 'ignore'] });
  pipe.closeWriter();
  child.once('exit', () => pipe.drain());
  onTestFinished(() => {
    pipe.destroy();
    child.kill('SIGKILL');
  });
  return { pipe, child };
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'search-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function withTemporaryFolder(folder: string, work: (folder: string) => Promise<void>): Promise<void> {
  vi.stubEnv('TMPDIR', folder);
  try {
    await work(folder);
  } finally {
    vi.unstubAllEnvs();
  }
}

async function resources(): Promise<number> {
  const handles = process.getActiveResourcesInfo().filter((kind) => /^(?:Pipe|Process)/.test(kind));
  return (await readdir('/proc/self/fd')).length + handles.length;
}
