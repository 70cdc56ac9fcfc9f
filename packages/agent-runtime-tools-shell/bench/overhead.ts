import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { execa } from 'execa';
import { shellPack } from '../src/index.ts';

/**
 * What a call of `bash` costs beside a bare execa call with the same shell: `node bench/overhead.ts [rounds]`. The two
 * take turns, so that a busy machine slows both; the fastest of each tells what the work takes.
 */
const rounds = Number(process.argv[2] ?? 300);
const folders = ['root', 'state'].map((name) => mkdtempSync(join(tmpdir(), `shell-bench-${name}-`)));
const [root = '', state = ''] = folders;
const workspace = createWorkspace({ roots: [root], state });
const tools = new ToolCoordinator({ cwd: root, services: { workspace, artifacts: workspace.artifacts } })
  .registerPack(shellPack())
  .use({ name: 'approve', phase: 'approve', execute: (params, _context, next) => next(params, { by: 'bench' }) });

const command = 'echo hi';
const bare = () => execa(command, { shell: '/bin/bash', cwd: root });
const ours = () => tools.execute('bash', { command });

const times: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] };
for (let round = -20; round < rounds; round += 1) {
  const order = round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const);
  for (const which of order) {
    const started = performance.now();
    await (which === 'bare' ? bare() : ours());
    if (round >= 0) times[which].push(performance.now() - started);
  }
}
await tools.shutdownAll();
for (const folder of folders) rmSync(folder, { recursive: true });

for (const [name, share] of [
  ['fastest', 0],
  ['fastest tenth', 0.1],
  ['median', 0.5],
] as const) {
  const [a, b] = [at(times.bare, share), at(times.ours, share)];
  console.log(`${name}: execa ${a.toFixed(2)} ms, bash ${b.toFixed(2)} ms, ratio ${(b / a).toFixed(2)}`);
}

function at(list: readonly number[], share: number): number {
  return [...list].sort((one, other) => one - other)[Math.floor(list.length * share)] ?? Number.NaN;
}
