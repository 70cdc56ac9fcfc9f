// A worker with two tools whose effects are counted in a file. It is killed, frozen and cut off by tests.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Type,
  ToolCoordinator,
  coreErrors,
  defineTool,
  fail,
  ok,
  type ToolContext,
} from '@ku0/agent-runtime-tools-core';
import { bullmq, serveCalls, type CallDriver } from '../../../src/index.ts';
import { SECRET, TIMES, type EffectParams, type ProgramOptions, type Reached } from './messages.ts';

const { name, url, place, folder, holdResults = false } = JSON.parse(process.argv[2] ?? '') as ProgramOptions;
const reached = (message: Reached): void => void process.send?.(message);

const parameters = Type.Unsafe<EffectParams>(
  Type.Object({
    id: Type.String(),
    hold: Type.String(),
    ms: Type.Number(),
    ignoresAbort: Type.Optional(Type.Boolean()),
  }),
);

async function execute({ id, hold, ms, ignoresAbort = false }: EffectParams, { signal }: ToolContext) {
  const wait = async (): Promise<boolean> => {
    try {
      await sleep(ms, undefined, ignoresAbort ? {} : { signal });
      return true;
    } catch {
      reached({ id, point: 'aborted' });
      return false;
    }
  };
  reached({ id, point: 'started' });
  if (hold === 'before' && !(await wait())) return fail(coreErrors.CANCELLED());
  appendFileSync(join(folder, 'effects'), `${id}\n`);
  reached({ id, point: 'effect' });
  if (hold === 'after' && !(await wait())) return fail(coreErrors.CANCELLED());
  return ok({ id, worker: name });
}

const tools = new ToolCoordinator({ concurrency: { limit: 64 } })
  .register(defineTool({ name: 'effect', parameters, execute }))
  .register(defineTool({ name: 'guarded', parameters, requiresApproval: true, execute }))
  .register(defineTool({ name: 'repeatable', parameters, capabilities: { idempotent: true }, execute }));

const engine = bullmq({ url, ...TIMES });
const driver: CallDriver = {
  openCaller: (...args) => engine.openCaller(...args),
  openWorker: (at, options) =>
    engine.openWorker(at, {
      ...options,
      run: async (job) => {
        const outcome = await options.run(job);
        if (!holdResults) return outcome;
        reached({ id: job.id, point: 'result-held' });
        return new Promise<string>(() => undefined);
      },
    }),
};
await serveCalls(tools, { driver, place, secret: SECRET, concurrency: 32, journal: folder });
process.send?.('ready');
// Ends with the test, even if that was killed.
process.on('disconnect', () => process.exit());
