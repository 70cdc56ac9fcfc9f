// A separate process, so that only the calls use its memory and only they could keep it alive.
import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import type { ThroughputFigures } from './measure-throughput.ts';
import { answerParent } from './worker.ts';

const calls = Number(process.argv[2]);
const limit = Number(process.argv[3]);

await answerParent(async (): Promise<Omit<ThroughputFigures, 'exitMs' | 'load'>> => {
  globalThis.gc?.();
  const heapBefore = process.memoryUsage().heapUsed;
  let peakHeap = heapBefore;
  let running = 0;
  let mostAtOnce = 0;
  let started = 0;
  const sampleHeap = (): void => {
    peakHeap = Math.max(peakHeap, process.memoryUsage().heapUsed);
  };
  const tool = defineTool({
    name: 'wait_a_turn',
    parameters: Type.Object({ index: Type.Integer() }),
    async execute({ index }) {
      mostAtOnce = Math.max(mostAtOnce, ++running);
      if (++started % 1000 === 0) sampleHeap();
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return ok({ index });
    },
  });
  const tools = new ToolCoordinator({ concurrency: { limit } }).register(tool);
  const begun = performance.now();
  const results = await Promise.all(
    Array.from({ length: calls }, async (_, index) => {
      const result = await tools.execute('wait_a_turn', { index });
      return result.ok && result.value.index === index;
    }),
  );
  const ms = performance.now() - begun;
  sampleHeap();
  const settled = results.filter(Boolean).length;
  const { inFlight } = tools.getStats();
  globalThis.gc?.();
  return {
    calls,
    limit,
    settled,
    inFlight,
    mostAtOnce,
    ms,
    peakHeapMb: mebibytes(peakHeap - heapBefore),
    heapAfterMb: mebibytes(process.memoryUsage().heapUsed - heapBefore),
    maxRssMb: process.resourceUsage().maxRSS / 1024,
  };
});

function mebibytes(bytes: number): number {
  return bytes / 2 ** 20;
}
