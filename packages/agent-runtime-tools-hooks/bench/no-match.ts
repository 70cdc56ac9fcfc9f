// What hooks cost a call of a tool that none of them matches: the same call with none, one and 1,000 registered.
// Run with `node bench/no-match.ts` after a build.
import { ToolCoordinator, Type, defineTool, ok, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { hooks, type HookConfig } from '@ku0/agent-runtime-tools-hooks';

const ROUNDS = 60;
const CALLS = 5000;

const add = defineTool({
  name: 'add',
  parameters: Type.Object({ a: Type.Number(), b: Type.Number() }),
  execute: async ({ a, b }) => ok(a + b),
});

type Call = () => Promise<ToolResult>;

function callWith(count: number): Call {
  const tools = new ToolCoordinator().register(add);
  if (count > 0) tools.use(hooks(Array.from({ length: count }, (_, index) => hookOf(index))));
  return () => tools.execute('add', { a: 1, b: 2 });
}

function hookOf(index: number): HookConfig {
  const pattern = [`other_${index}`, `write_${index}*`, '@writesFiles', '{x,y}_*'][index % 4] ?? '';
  return { name: `hook-${index}`, type: 'PreToolUse', toolPatterns: [pattern], run: () => undefined };
}

async function nanosecondsPerCall(call: Call): Promise<number> {
  const startedAt = performance.now();
  for (let count = 0; count < CALLS; count++) await call();
  return ((performance.now() - startedAt) * 1e6) / CALLS;
}

const variants = [0, 1, 1000].map((count) => ({ count, call: callWith(count), best: Infinity }));
for (let round = 0; round < ROUNDS; round++) {
  for (const variant of variants) variant.best = Math.min(variant.best, await nanosecondsPerCall(variant.call));
}
for (const { count, best } of variants) {
  const added = best - (variants[0]?.best ?? 0);
  console.log(`${count} hooks: ${best.toFixed(0)} ns per call, ${added.toFixed(0)} ns for the hooks`);
}
