import { setTimeout as sleep } from 'node:timers/promises';
import { ToolCoordinator, Type, coreErrors, defineTool, fail, ok } from '@ku0/agent-runtime-tools-core';
import { packContract } from '@ku0/agent-runtime-tools-testkit';
import { afterAll } from 'vitest';
import { localCalls, remotePack, serveCalls } from '../src/index.ts';

const tools = new ToolCoordinator({ concurrency: { limit: 100 } })
  .register(
    defineTool({
      name: 'square',
      description: 'Square a number',
      parameters: Type.Object({ number: Type.Number({ description: 'The number' }) }),
      output: Type.Object({ square: Type.Number() }),
      capabilities: { idempotent: true },
      execute: async ({ number }) => ok({ square: number * number }),
    }),
  )
  .register(
    defineTool({
      name: 'wait_for',
      description: 'Wait for some time',
      capabilities: { executesCommands: true },
      parameters: Type.Object({ ms: Type.Number({ description: 'How long', maximum: 60_000 }) }),
      dryRun: async ({ ms }) => ok({ summary: `Would wait for ${ms} ms.`, changes: [] }),
      async execute({ ms }, { signal, emitProgress }) {
        emitProgress(0, ms);
        if (ms === 13) return fail({ code: 'UNLUCKY', message: 'Not that long.' });
        return sleep(ms, undefined, { signal }).then(
          () => ok('waited'),
          () => fail(coreErrors.CANCELLED()),
        );
      },
    }),
  );
const options = { driver: localCalls(), place: 'contract', secret: 'a secret that only tests know' };
const worker = await serveCalls(tools, { ...options, concurrency: 100 });
const pack = await remotePack(options);
// Otherwise the connection would end with the first coordinator of the suite.
const keeper = new ToolCoordinator().registerPack(pack);
afterAll(async () => {
  await keeper.shutdownAll();
  await worker.close();
  await tools.shutdownAll();
});

packContract(pack, {
  settleMs: 2500,
  samples: {
    square: {
      samples: [{ params: { number: 7 } }, { params: { number: -1 } }],
      badSamples: [{ params: { number: 'seven' }, mentions: 'number' }],
    },
    wait_for: {
      samples: [{ params: { ms: 1 } }, { params: { ms: 13 }, expect: 'UNLUCKY' }],
      badSamples: [{ params: { ms: 100_000 }, mentions: 'ms' }],
      slowSample: { ms: 30_000 },
    },
  },
});
