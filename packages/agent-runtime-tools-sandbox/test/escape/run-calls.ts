// Runs calls of run_code as whoever starts this, and prints what came of them.
import { text } from 'node:stream/consumers';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { createSandbox, sandboxPack } from '../../src/index.ts';

const { root, state, calls } = JSON.parse(await text(process.stdin));
const workspace = createWorkspace({ roots: [root], state });
const sandbox = createSandbox({ workspace });
const tools = new ToolCoordinator({ services: { workspace, sandbox } }).registerPack(sandboxPack());
const check = await sandbox.check();
let before = 0;
let grownBytes = 0;
const meter = setInterval(() => (grownBytes = Math.max(grownBytes, process.memoryUsage.rss() - before)), 20);
const outcomes = [];
for (const call of calls) {
  before = process.memoryUsage.rss();
  const started = performance.now();
  const result = await tools.execute('run_code', call);
  outcomes.push({
    ms: performance.now() - started,
    ...(result.ok ? { value: result.value } : { error: result.error }),
  });
}
clearInterval(meter);
await sandbox.shutdown();
await workspace.shutdown();
console.log(JSON.stringify({ check, outcomes, grownBytes }));
