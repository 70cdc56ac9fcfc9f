import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machineLoad } from '../measure/machine-load.ts';
import { makeTree } from './make-tree.ts';
import type { Measurement } from './measurement.ts';

// Measures the index of the code package on a tree of TypeScript and JavaScript files, beside the parsers alone. Exits with 1
// when a limit is not met; on a busy machine wall times say little.

const { values } = parseArgs({ options: { files: { type: 'string', default: '5000' } } });
const count = Number(values.files);
const base = mkdtempSync(join(tmpdir(), 'code-index-bench-'));

function run(what: string): Measurement & { readonly load: number } {
  const load = machineLoad();
  const worker = fileURLToPath(new URL('./worker.ts', import.meta.url));
  const output = execFileSync(process.execPath, [worker, what, base, values.files], { encoding: 'utf8' });
  return { ...(JSON.parse(output) as Measurement), load };
}

const LIMITS: readonly {
  readonly id: string;
  readonly title: string;
  readonly limit?: number;
  readonly isRate?: true;
}[] = [
  { id: 'cold', title: 'our index, cold', limit: 1_500, isRate: true },
  { id: 'warm', title: 'our index, from the cache, nothing changed', limit: 300 },
  { id: 'change', title: 'our index, one changed file', limit: 50 },
  { id: 'change-tree', title: 'our index, the whole tree after one changed file' },
  { id: 'ast-grep', title: 'ast-grep, parsing only, one thread', isRate: true },
  { id: 'tree-sitter', title: 'tree-sitter (WebAssembly), parsing only, one thread', isRate: true },
];
const MAX_MEGABYTES = 300;

try {
  makeTree(join(base, 'root'), count);
  const lines = [`${count} files, ${availableParallelism()} cores`, ''];
  lines.push('| what | wall | limit | CPU of the process | most memory | load |', '|---|---|---|---|---|---|');
  let isWithinLimits = true;
  for (const { id, title, limit, isRate } of LIMITS) {
    const { wallMs, cpuMs, maxMegabytes, load } = run(id);
    const rate = Math.round((count * 1_000) / wallMs);
    const isMet = limit === undefined || (isRate === true ? rate >= limit : wallMs <= limit);
    const isSmall = limit === undefined || maxMegabytes <= MAX_MEGABYTES;
    isWithinLimits &&= isMet && isSmall;
    const shown =
      limit === undefined ? '' : `${isRate === true ? `${limit} files/s` : `${limit} ms`}${isMet ? '' : ': NOT MET'}`;
    const wall = `${Math.round(wallMs)} ms${isRate === true ? `, ${rate} files/s` : ''}`;
    lines.push(
      `| ${title} | ${wall} | ${shown} | ${Math.round(cpuMs)} ms | ${Math.round(maxMegabytes)} MB | ${load.toFixed(1)} |`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  if (!isWithinLimits) process.exitCode = 1;
} finally {
  rmSync(base, { recursive: true, force: true });
}
