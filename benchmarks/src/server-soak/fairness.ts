import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { filesPack } from '@ku0/agent-runtime-tools-files';
import { shellPack } from '@ku0/agent-runtime-tools-shell';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';

// Measures a small read of one user while another floods the server with sleeping commands and large reads, and compares it
// with the same read on a quiet server. Exits with 1 if the 99th percentile is more than five times as long.

const CALLS = 400;
const base = mkdtempSync(join(tmpdir(), 'fairness-'));
const root = join(base, 'root');
mkdirSync(root);
writeFileSync(join(root, 'small.txt'), 'x');
writeFileSync(join(root, 'large.txt'), 'a line of some length\n'.repeat(400_000));
const tools = new ToolCoordinator({
  services: { workspace: createWorkspace({ roots: [root], state: join(base, 'state') }) },
})
  .use({ name: 'yes', phase: 'approve', execute: (params, _context, next) => next(params, { by: 'policy:all' }) })
  .registerPack(filesPack())
  .registerPack(shellPack());
const [ann, bob] = [{ principal: { id: 'ann' } }, { principal: { id: 'bob' } }];

await measured();
const quiet = await measured();
const over = new AbortController();
const flood = [
  ...Array.from({ length: 192 }, () =>
    again(() => tools.execute('bash', { command: 'sleep 1' }, { ...ann, signal: over.signal })),
  ),
  ...Array.from({ length: 48 }, () =>
    again(() => tools.execute('read', { file_paths: ['large.txt'], offset: -100 }, { ...ann, signal: over.signal })),
  ),
];
await new Promise((resolve) => setTimeout(resolve, 2000));
const flooded = await measured();
over.abort();
await Promise.all(flood);
await tools.shutdownAll();
rmSync(base, { recursive: true, force: true });
const ratio = flooded.p99 / quiet.p99;
const shown = ({ p50, p99 }: { p50: number; p99: number }): string =>
  `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
console.log(
  `read_file of one byte, quiet: ${shown(quiet)}; while another user floods: ${shown(flooded)}; p99 ${ratio.toFixed(1)}x`,
);
process.exitCode = ratio <= 5 ? 0 : 1;

async function measured(): Promise<{ p50: number; p99: number }> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const started = performance.now();
    const result = await tools.execute('read_file', { path: 'small.txt' }, bob);
    if (!result.ok) throw new Error(result.error.message);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { p50: times[CALLS / 2] ?? 0, p99: times[Math.floor(CALLS * 0.99)] ?? 0 };
}

async function again(call: () => Promise<unknown>): Promise<void> {
  while (!over.signal.aborted) await call();
}
