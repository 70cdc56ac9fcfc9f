import type { PreparedCase, Refusal } from '../bench-case.ts';
import type { Effort } from '../options.ts';

export interface CallSamples {
  readonly refusal: Refusal;
  readonly plain: readonly CallTime[];
  readonly subject: readonly CallTime[];
}

/** Nanoseconds per call in one round. */
export interface CallTime {
  /** CPU time of the process, including garbage collection. Other processes do not affect it. */
  readonly cpu: number;
  /** Wall-clock time, which includes waiting. */
  readonly wall: number;
}

/**
 * Measures a case and the plain function in turn, so that temporary slowness of the machine affects both. Each must pass its
 * check first. Garbage collection is not forced between rounds: without running calls it discards optimised code, and the
 * next round would measure the warm-up again.
 */
export async function sampleCalls(subject: PreparedCase, plain: PreparedCase, effort: Effort): Promise<CallSamples> {
  await plain.check();
  const refusal = await subject.check();
  const runs = { plain: await batchSize(plain, effort), subject: await batchSize(subject, effort) };
  const samples = { plain: [] as CallTime[], subject: [] as CallTime[] };
  for (let round = 0; round < effort.callRounds; round++) {
    samples.plain.push(perCall(await batchTime(plain, runs.plain), runs.plain * plain.callsPerRun));
    samples.subject.push(perCall(await batchTime(subject, runs.subject), runs.subject * subject.callsPerRun));
  }
  return { refusal, ...samples };
}

/** Warms up and finds how many runs fill a batch. */
async function batchSize(subject: PreparedCase, { warmUpMs, batchMs }: Effort): Promise<number> {
  let runs = 16;
  let spent = 0;
  for (;;) {
    const { cpu } = await batchTime(subject, runs);
    spent += cpu;
    const wanted = Math.ceil((runs * batchMs * 1e6) / Math.max(cpu, 1));
    if (spent >= warmUpMs * 1e6 && wanted < runs * 2) return wanted;
    runs = Math.min(runs * 4, wanted);
  }
}

function perCall({ cpu, wall }: CallTime, calls: number): CallTime {
  return { cpu: cpu / calls, wall: wall / calls };
}

async function batchTime({ run }: PreparedCase, runs: number): Promise<CallTime> {
  const before = process.cpuUsage();
  const started = performance.now();
  for (let index = 0; index < runs; index++) await run();
  const wall = (performance.now() - started) * 1e6;
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) * 1000, wall };
}
