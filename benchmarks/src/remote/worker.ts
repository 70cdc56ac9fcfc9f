// A worker process of the benchmark: ours, or BullMQ's own with nothing around it.
import { ToolCoordinator, Type, coreErrors, defineTool, fail, ok } from '@ku0/agent-runtime-tools-core';
import { bullmq, serveCalls } from '@ku0/agent-runtime-tools-remote';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { BARE_QUEUE, SECRET, nowMs, type WorkerMessage, type WorkerOptions } from './messages.ts';

const { kind, url, place, folder } = JSON.parse(process.argv[2] ?? '') as WorkerOptions;
const tell = (message: WorkerMessage): void => void process.send?.(message);
const CONCURRENCY = 32;

const parameters = Type.Object({ text: Type.String() });
const echo = { parameters, execute: async ({ text }: { readonly text: string }) => ok({ text }) };

if (kind === 'bare') {
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  const worker = new Worker(BARE_QUEUE, async ({ data }: { readonly data: unknown }) => data, {
    connection,
    concurrency: CONCURRENCY,
  });
  await worker.waitUntilReady();
} else {
  const tools = new ToolCoordinator({ concurrency: { limit: CONCURRENCY } })
    .register(defineTool({ name: 'echo', capabilities: { idempotent: true }, ...echo }))
    .register(defineTool({ name: 'echo_once', ...echo }))
    .register(
      defineTool({
        name: 'wait',
        parameters,
        async execute({ text }, { signal }) {
          tell({ kind: 'waiting', id: text });
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
          tell({ kind: 'stopped', id: text, at: nowMs() });
          return fail(coreErrors.CANCELLED());
        },
      }),
    )
    .register(
      defineTool({
        name: 'stream',
        parameters: Type.Object({ count: Type.Number() }),
        async execute({ count }, { emitOutput }) {
          for (let at = 0; at < count; at++) {
            emitOutput(`${at}\n`);
            if (at % 100 === 0) await new Promise(setImmediate);
          }
          return ok({ count });
        },
      }),
    );
  await serveCalls(tools, {
    driver: bullmq({ url }),
    place,
    secret: SECRET,
    concurrency: CONCURRENCY,
    journal: folder,
  });
}
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  tell({ kind: 'cpu', ms: (user + system) / 1000 });
});
process.on('disconnect', () => process.exit());
tell({ kind: 'ready' });
