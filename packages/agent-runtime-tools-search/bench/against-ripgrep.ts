// node bench/against-ripgrep.ts [files] [runs] [folder]: what a call of grep or glob takes, as a multiple of what ripgrep
// itself takes for the same question, its output thrown away or read from a pipe, whichever is faster. The runs take
// turns; the shortest of each counts, because others on the machine only ever make one longer. A folder that is given
// keeps its tree for the next time. Ends with 1 when a row is over what it may take.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { searchPack } from '@ku0/agent-runtime-tools-search';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { rgPath } from '@vscode/ripgrep';
import { makeTree } from './make-tree.ts';
import { QUESTIONS, type Question } from './questions.ts';

const [files = 80_000, runs = 7] = process.argv.slice(2, 4).map(Number);
const kept = process.argv[4];
const base = kept ?? mkdtempSync(join(tmpdir(), 'search-bench-'));
const root = join(base, `tree-${files}`);
const MOST = 1.15;
const AT_ONCE_MS = 100;

if (!existsSync(root)) makeTree(root, { files });
const workspace = createWorkspace({ roots: [root], state: join(base, 'state') });
const tools = new ToolCoordinator({ services: { workspace } }).registerPack(searchPack());
try {
  for (const { tool, params } of QUESTIONS) await called(tool, params);
  console.log(`| ${files} files, ms: least (median) | ripgrep | tool | ratio | |\n|---|---:|---:|---:|---|`);
  for (const question of QUESTIONS) console.log(await row(question));
  await tools.shutdownAll();
} finally {
  if (kept === undefined) rmSync(base, { recursive: true, force: true });
}

async function row({ name, tool, params, ripgrep, atOnce = false }: Question): Promise<string> {
  const [ignored, piped, own]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < runs; run++) {
    ignored.push(await timed(() => bare(ripgrep, 'ignore')));
    piped.push(await timed(() => bare(ripgrep, 'pipe')));
    own.push(await timed(() => called(tool, params)));
  }
  const fastest = Math.min(...ignored) < Math.min(...piped) ? ignored : piped;
  const ratio = Math.min(...own) / Math.min(...fastest);
  const isMet = atOnce ? Math.min(...own) <= AT_ONCE_MS : ratio <= MOST;
  if (!isMet) process.exitCode = 1;
  return `| ${name} | ${text(fastest)} | ${text(own)} | ${ratio.toFixed(2)} | ${isMet ? 'ok' : 'OVER'} |`;
}

function text(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${sorted[0]?.toFixed(0)} (${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)})`;
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

function bare(args: readonly string[], output: 'ignore' | 'pipe'): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(rgPath, ['--no-config', '--hidden', ...args, './'], {
      cwd: root,
      stdio: ['ignore', output, 'ignore'],
    });
    child.stdout?.resume();
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`ripgrep ended with ${code}`))));
  });
}
