import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

/** In a process of its own, so that memory and the exit are its own too. */
const PROGRAM = `
import { setImmediate as turn } from 'node:timers/promises';
import { ToolCoordinator, Type, defineTool, ok } from '../src/index.ts';
process.on('warning', (warning) => { console.error(String(warning)); process.exitCode = 3; });
let running = 0;
let most = 0;
const tools = new ToolCoordinator({ concurrency: { limit: 64 } }).register(defineTool({
  name: 'step', parameters: Type.Object({ n: Type.Integer() }),
  async execute({ n }, { signal }) {
    most = Math.max(most, ++running);
    signal.addEventListener('abort', () => {}, { once: true });
    if (n % 16 === 0) await turn();
    running--;
    return ok(n);
  },
}));
const { signal } = new AbortController();
const before = process.memoryUsage().heapUsed;
const calls = Array.from({ length: 100_000 }, (_, n) => tools.execute('step', { n }, n % 1000 === 0 ? { signal } : {}));
const peak = process.memoryUsage().heapUsed;
const results = await Promise.all(calls);
const wrong = results.filter((result, n) => !result.ok || result.value !== n).length;
globalThis.gc();
console.log(JSON.stringify({ settled: results.length, wrong, most, inFlight: tools.getStats().inFlight, perCallBytes: (peak - before) / 100_000, left: process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'Immediate') }));
`;

describe('100,000 calls in flight through a limit of 64', () => {
  it('all settle, within bounded memory, with no warning, and leave nothing that keeps the process alive', async () => {
    const { stdout, stderr } = await run(
      process.execPath,
      ['--expose-gc', '--input-type=module-typescript', '--eval', PROGRAM],
      { cwd: import.meta.dirname, timeout: 60_000 },
    );
    expect(stderr).toBe('');
    const report = JSON.parse(stdout) as {
      settled: number;
      wrong: number;
      most: number;
      inFlight: number;
      perCallBytes: number;
      left: string[];
    };
    expect(report).toMatchObject({ settled: 100_000, wrong: 0, most: 64, inFlight: 0, left: [] });
    expect(report.perCallBytes).toBeLessThan(5000);
  }, 70_000);
});

/** Each result is of its own 4 MB. The stream of events, which keeps what it is told to keep, keeps nothing here. */
const LARGE = `
import { ToolCoordinator, Type, defineTool, ok } from '../src/index.ts';
const tools = new ToolCoordinator({ activity: { replay: 0 }, limits: { maxOutputChars: 1e9 } })
  .use({ name: 'watch', phase: 'observe', async execute(params, _context, next) { return await next(params); } })
  .register(defineTool({
    name: 'large', parameters: Type.Object({ text: Type.String() }), requiresApproval: () => false,
    execute: async ({ text }) => ok(Buffer.alloc(4e6, text).toString('latin1')),
  }));
const used = () => { globalThis.gc(); globalThis.gc(); return process.memoryUsage().heapUsed + process.memoryUsage().external; };
await tools.execute('large', { text: 'first' });
const before = used();
for (let n = 0; n < 60; n++) await tools.execute('large', { text: String(n).repeat(100_000) });
await new Promise((resolve) => setImmediate(resolve));
console.log(used() - before);
`;

it('ended calls keep neither their arguments nor their results in memory', async () => {
  const { stdout } = await run(process.execPath, ['--expose-gc', '--input-type=module-typescript', '--eval', LARGE], {
    cwd: import.meta.dirname,
    timeout: 60_000,
  });
  expect(Number(stdout)).toBeLessThan(12e6);
}, 70_000);

describe('a process whose only work is a call', () => {
  it.each([
    [
      'waits for a timeout to settle a handler that hangs',
      'await tools.execute("hang", {}, { timeoutMs: 50 })',
      'TIMEOUT',
    ],
    ['ends by itself after a call', '(await tools.execute("quick", {}), { error: { code: "ENDED" } })', 'ENDED'],
  ])('%s', async (_, expression, code) => {
    const program = `
import { ToolCoordinator, Type, defineTool, ok } from '../src/index.ts';
const tools = new ToolCoordinator({ limits: { graceMs: 20 } })
  .register(defineTool({ name: 'hang', parameters: Type.Object({}), execute: () => new Promise(() => {}) }))
  .register(defineTool({ name: 'quick', parameters: Type.Object({}), execute: async () => ok(1) }));
const result = ${expression};
console.log(result.error.code);`;
    const started = performance.now();
    const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '--eval', program], {
      cwd: import.meta.dirname,
      timeout: 20_000,
    });
    expect(stdout.trim()).toBe(code);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

/** A burst of calls that all end, and then nothing: not even another call that would clean up after them. */
const BURST = `
import { ToolCoordinator, Type, defineTool, ok } from '../src/index.ts';
const tools = new ToolCoordinator({ activity: { replay: 0 } }).register(defineTool({
  name: 'step', parameters: Type.Object({}),
  async execute(_, { signal }) {
    const held = Buffer.alloc(1000);
    signal.addEventListener('abort', () => held.fill(1));
    await new Promise((resolve) => setImmediate(resolve));
    return ok(1);
  },
}));
const used = () => { globalThis.gc(); globalThis.gc(); return process.memoryUsage().heapUsed + process.memoryUsage().external; };
await tools.execute('step', {});
const { signal } = new AbortController();
const before = used();
const started = performance.now();
await Promise.all(Array.from({ length: 30_000 }, () => tools.execute('step', {}, { signal })).map((call) => call.then(() => undefined)));
const ms = performance.now() - started;
await new Promise((resolve) => setImmediate(resolve));
console.log(JSON.stringify({ kept: used() - before, ms }));
`;

it('a burst of calls with one signal costs no more per call than a few calls, and is not kept in memory', async () => {
  const { stdout } = await run(process.execPath, ['--expose-gc', '--input-type=module-typescript', '--eval', BURST], {
    cwd: import.meta.dirname,
    timeout: 60_000,
  });
  const { kept, ms } = JSON.parse(stdout) as { kept: number; ms: number };
  expect(kept).toBeLessThan(4e6);
  expect(ms).toBeLessThan(20_000);
}, 70_000);
