import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { createSandbox, sandboxPack } from '../src/index.ts';

// The least of many rounds, taken in turns, so that a busy machine disturbs all alike.
const ROUNDS = Number(process.argv[2] ?? 150);

const [root, state] = [mkdtempSync(join(tmpdir(), 'bench-')), mkdtempSync(join(tmpdir(), 'bench-state-'))];
const workspace = createWorkspace({ roots: [root], state });
const processes = createProcesses();
const sandbox = createSandbox({ workspace, processes });
const tools = new ToolCoordinator({ services: { workspace, sandbox } }).registerPack(sandboxPack());

const CONFINED = ['--unshare-all', '--new-session', '--die-with-parent', '--cap-drop', 'ALL', '--clearenv'];
const BARE = [...CONFINED, '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'];

const subjects: Record<string, () => Promise<unknown>> = {
  'bare bwrap, true': () => bare('/usr/bin/true'),
  'bare bwrap, bash -c true': () => bare('/bin/bash', '-c', 'true'),
  'bare bwrap through processes, true': () => processes.run('bwrap', { args: [...BARE, '/usr/bin/true'] }),
  'sandbox.run, true': () => sandbox.run({ argv: ['true'] }),
  'run_code, bash, true': () => tools.execute('run_code', { language: 'bash', code: 'true' }),
};

async function bare(...argv: string[]): Promise<void> {
  await once(spawn('bwrap', [...BARE, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] }), 'close');
}

const best = new Map<string, number>();
for (const run of Object.values(subjects)) await run();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, run] of Object.entries(subjects)) {
    const started = performance.now();
    await run();
    best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, performance.now() - started));
  }
}
for (const [name, ms] of best) console.log(`${ms.toFixed(2).padStart(8)} ms  ${name}`);
const over = (name: string, base: string): string =>
  ((best.get(name) ?? Number.NaN) - (best.get(base) ?? Number.NaN)).toFixed(2);
console.log(`sandbox.run over bare bwrap: ${over('sandbox.run, true', 'bare bwrap, true')} ms`);
console.log(`run_code over bare bwrap:    ${over('run_code, bash, true', 'bare bwrap, bash -c true')} ms (budget 5)`);

await sandbox.shutdown();
await processes.shutdown();
for (const folder of [root, state]) rmSync(folder, { recursive: true, force: true });
