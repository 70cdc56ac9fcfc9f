// Calls on two worker processes through Redis, beside BullMQ with nothing around it: `npm run bench:remote`.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { bullmq, remotePack } from '@ku0/agent-runtime-tools-remote';
import { startRedis } from '@ku0/agent-runtime-tools-testkit/services';
import { Redis } from 'ioredis';
import { machineLoad } from '../measure/machine-load.ts';
import { median } from '../measure/statistics.ts';
import { BareCaller } from './bare-caller.ts';
import { idleCost } from './idle-workers.ts';
import { SECRET, nowMs } from './messages.ts';
import { WorkerProcess } from './worker-process.ts';

const rounds = Number(process.argv[2] ?? 5);
const ROUND_MS = 2000;
const IN_FLIGHT = 64;

const redis = await startRedis();
const folder = await mkdtemp(join(tmpdir(), 'bench-remote-'));
const place = 'bench';
const common = { url: redis.url, place, folder };
const start = (kind: 'ours' | 'bare') => WorkerProcess.start({ ...common, kind });
const ours = await Promise.all([start('ours'), start('ours')]);
const bare = await Promise.all([start('bare'), start('bare')]);
const remote = await remotePack({ driver: bullmq({ url: redis.url }), place, secret: SECRET });
const agent = new ToolCoordinator({ concurrency: { limit: 1000 } }).registerPack(remote);
const parameters = Type.Object({ text: Type.String() });
const local = new ToolCoordinator().register(
  defineTool({ name: 'echo', parameters, execute: async ({ text }) => ok({ text }) }),
);
const bareCaller = new BareCaller(redis.url);
await bareCaller.ready();
const observer = new Redis(redis.url);

interface Measured {
  readonly perSecond: number;
  /** CPU time of the caller, the workers and Redis together, for one call. */
  readonly cpuMs: number;
  readonly redisMs: number;
}

async function cpuOf(workers: readonly WorkerProcess[]): Promise<{ all: number; redis: number }> {
  const { user, system } = process.cpuUsage();
  const info = await observer.info('cpu');
  const ofRedis = [...info.matchAll(/used_cpu_(?:user|sys):([\d.]+)/g)].reduce(
    (sum, [, s]) => sum + Number(s) * 1000,
    0,
  );
  const ofWorkers = await Promise.all(workers.map((worker) => worker.cpuMs()));
  return { all: (user + system) / 1000 + ofRedis + ofWorkers.reduce((a, b) => a + b, 0), redis: ofRedis };
}

/** Keeps calls in flight for a while. Throws if a result is wrong. */
async function throughput(call: () => Promise<boolean>, workers: readonly WorkerProcess[]): Promise<Measured> {
  const before = await cpuOf(workers);
  const started = performance.now();
  let calls = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() - started < ROUND_MS) {
      if (!(await call())) throw new Error('A call has a wrong result.');
      calls++;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop));
  const seconds = (performance.now() - started) / 1000;
  const after = await cpuOf(workers);
  return {
    perSecond: calls / seconds,
    cpuMs: (after.all - before.all) / calls,
    redisMs: (after.redis - before.redis) / calls,
  };
}

async function latencies(call: () => Promise<unknown>, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b);
}

async function cancellations(count: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    const id = randomUUID();
    const controller = new AbortController();
    const waiting = Promise.race(ours.map((worker) => worker.next('waiting', id)));
    const stopped = Promise.race(ours.map((worker) => worker.next('stopped', id)));
    const running = agent.execute('wait', { text: id }, { signal: controller.signal });
    await waiting;
    const cancelledAt = nowMs();
    controller.abort();
    times.push((await stopped).at - cancelledAt);
    await running;
  }
  return times.toSorted((a, b) => a - b);
}

async function stream(count: number): Promise<{ ms: number; inOrder: boolean }> {
  let next = 0;
  let inOrder = true;
  const unsubscribe = agent.activity.subscribe('tool_output_chunk', ({ data }) => {
    inOrder &&= data.chunk === `${next}\n`;
    next++;
  });
  const started = performance.now();
  const result = await agent.execute('stream', { count });
  unsubscribe();
  return { ms: performance.now() - started, inOrder: inOrder && next === count && result.ok };
}

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
const whole = (value: number): string => Math.round(value).toLocaleString('en');
const remoteCall = (tool: string) => async () => {
  const text = 'x'.repeat(100);
  const result = await agent.execute(tool, { text });
  return result.ok && JSON.stringify(result.value) === JSON.stringify({ text });
};

const cases = {
  'bare BullMQ': {
    workers: bare,
    call: async () => JSON.stringify(await bareCaller.call('x'.repeat(100))).length > 100,
  },
  'remote, idempotent': { workers: ours, call: remoteCall('echo') },
  'remote, not idempotent': { workers: ours, call: remoteCall('echo_once') },
};
const measured = new Map<string, Measured[]>(Object.keys(cases).map((name) => [name, []]));
for (let round = -1; round < rounds; round++)
  for (const [name, { call, workers }] of Object.entries(cases)) {
    const result = await throughput(call, workers);
    // The first round warms up.
    if (round >= 0) measured.get(name)?.push(result);
  }
const load = machineLoad();
const localTimes = await latencies(() => local.execute('echo', { text: 'x' }), 300);
const bareTimes = await latencies(() => bareCaller.call('x'), 300);
const remoteTimes = await latencies(() => agent.execute('echo', { text: 'x' }), 300);
const cancelTimes = await cancellations(200);
const streamed = await stream(10_000);
const idle = await idleCost(redis.url, 50, 10);

console.log(
  `Two worker processes, one caller, one Redis; ${IN_FLIGHT} calls in flight; load of the machine ${load.toFixed(1)}.\n`,
);
console.log(
  '| | calls per s | CPU time of a call, all processes | of it Redis | calls per s of two cores of CPU time |',
);
console.log('|---|--:|--:|--:|--:|');
for (const [name, results] of measured) {
  const [perSecond, cpuMs, redisMs] = (['perSecond', 'cpuMs', 'redisMs'] as const).map((key) =>
    median(results.map((each) => each[key])),
  );
  if (perSecond === undefined || cpuMs === undefined || redisMs === undefined) continue;
  console.log(
    `| ${name} | ${whole(perSecond)} | ${cpuMs.toFixed(2)} ms | ${redisMs.toFixed(2)} ms | ${whole(2000 / cpuMs)} |`,
  );
}
const overLocal = at(remoteTimes, 0.5) - at(localTimes, 0.5);
const rate = median((measured.get('remote, not idempotent') ?? []).map((each) => each.perSecond));
const rateByCpu = median((measured.get('remote, not idempotent') ?? []).map((each) => 2000 / each.cpuMs));
const rows: readonly (readonly [string, string, string, boolean])[] = [
  ['calls per s, not idempotent', whole(rate), 'at least 1,000', rate >= 1000],
  ['the same, for two cores of CPU time', whole(rateByCpu), 'at least 1,000', rateByCpu >= 1000],
  ['a call over a local one (p50)', `${overLocal.toFixed(2)} ms`, 'at most 5 ms', overLocal <= 5],
  ['bare BullMQ over a local call (p50)', `${(at(bareTimes, 0.5) - at(localTimes, 0.5)).toFixed(2)} ms`, '', true],
  [
    'cancellation at the handler (p95)',
    `${at(cancelTimes, 0.95).toFixed(2)} ms`,
    'at most 20 ms',
    at(cancelTimes, 0.95) <= 20,
  ],
  ['10,000 pieces of output of one call', `${whole(streamed.ms)} ms`, 'in order', streamed.inOrder],
];
console.log('\n| | measured | budget | |\n|---|--:|---|---|');
for (const [what, value, budget, isMet] of rows) {
  console.log(`| ${what} | ${value} | ${budget} | ${budget === '' ? '' : isMet ? 'met' : 'not met'} |`);
  if (!isMet) process.exitCode = 1;
}
console.log(
  `\nA worker without calls costs Redis ${idle.connections} connections, ${whole(idle.bytes / 1024)} kB, ${idle.commandsPerSecond.toFixed(2)} commands per s and ${idle.cpuMsPerSecond.toFixed(3)} ms of CPU time per s.`,
);
observer.disconnect();
await bareCaller.close();
await agent.shutdownAll();
await Promise.all([...ours, ...bare].map((worker) => worker.stop()));
await redis.remove();
await rm(folder, { recursive: true, force: true });
