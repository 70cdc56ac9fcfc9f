// node bench/against-ripgrep.ts [files] [runs]: what a call of grep or glob takes, as a multiple of what ripgrep itself
// takes for the same question with its output thrown away. The runs take turns; the shortest of each counts.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { searchPack } from '@ku0/agent-runtime-tools-search';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { rgPath } from '@vscode/ripgrep';
import { makeTree } from './make-tree.ts';

const [files = 80_000, runs = 7] = process.argv.slice(2).map(Number);
const base = mkdtempSync(join(tmpdir(), 'search-bench-'));
const root = join(base, 'tree');
const OWN = ['--no-config', '--hidden'];

type Question = readonly [name: string, tool: 'grep' | 'glob', params: object, ripgrep: readonly string[]];

const QUESTIONS: readonly Question[] = [
  ['content, 10 matches', 'grep', { pattern: 'needle_rare' }, ['-n', 'needle_rare']],
  [
    'content, 8,000 matches, all returned',
    'grep',
    { pattern: 'sometimes_here', limit: 10_000 },
    ['-n', 'sometimes_here'],
  ],
  ['content, 8,000 matches, limit 200', 'grep', { pattern: 'sometimes_here' }, ['-n', 'sometimes_here']],
  ['content, a million matches, limit 100', 'grep', { pattern: 'common_word', limit: 100 }, ['-n', 'common_word']],
  ['content, a regex, few matches', 'grep', { pattern: 'needle_\\w+e' }, ['-n', 'needle_\\w+e']],
  ['files, 10 match', 'grep', { pattern: 'needle_rare', outputMode: 'files' }, ['-l', 'needle_rare']],
  [
    'files, 8,000 match, all returned',
    'grep',
    { pattern: 'sometimes_here', outputMode: 'files', limit: 10_000 },
    ['-l', 'sometimes_here'],
  ],
  ['files, all match, limit 200', 'grep', { pattern: 'common_word', outputMode: 'files' }, ['-l', 'common_word']],
  ['count, 10 match', 'grep', { pattern: 'needle_rare', outputMode: 'count' }, ['-c', 'needle_rare']],
  [
    'count, 8,000 match, all returned',
    'grep',
    { pattern: 'sometimes_here', outputMode: 'count', limit: 10_000 },
    ['-c', 'sometimes_here'],
  ],
  ['count, all match, limit 200', 'grep', { pattern: 'common_word', outputMode: 'count' }, ['-c', 'common_word']],
  ['glob **/*, limit 1,000', 'glob', { pattern: '**/*' }, ['--files']],
  ['glob **/*.ts, limit 1,000', 'glob', { pattern: '**/*.ts' }, ['--files']],
  ['glob pkg-7/**/*.ts', 'glob', { pattern: 'pkg-7/**/*.ts' }, ['--files']],
  [
    'glob **/*.ts, sort modified',
    'glob',
    { pattern: '**/*.ts', sort: 'modified' },
    ['--files', '--sort=modified', '-g', '*.ts'],
  ],
];

makeTree(root, { files });
const workspace = createWorkspace({ roots: [root], state: join(base, 'state') });
const tools = new ToolCoordinator({ services: { workspace } }).registerPack(searchPack());
try {
  await tools.execute('grep', { pattern: 'warm the cache' });
  console.log(`| ${files} files | ripgrep, ms | tool, ms | ratio |\n|---|---:|---:|---:|`);
  for (const [name, tool, params, args] of QUESTIONS) {
    const bare: number[] = [];
    const own: number[] = [];
    for (let run = 0; run < runs; run++) {
      bare.push(await timed(() => ripgrep(args)));
      own.push(await timed(() => called(tool, params)));
    }
    const [least, ours] = [Math.min(...bare), Math.min(...own)];
    console.log(`| ${name} | ${least.toFixed(0)} | ${ours.toFixed(0)} | ${(ours / least).toFixed(2)} |`);
  }
  await tools.shutdownAll();
} finally {
  rmSync(base, { recursive: true, force: true });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function called(tool: string, params: object): Promise<void> {
  const result = await tools.execute<string>(tool, params);
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
}

function ripgrep(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(rgPath, [...OWN, ...args, './'], { cwd: root, stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ripgrep ended with ${code}`))));
  });
}
