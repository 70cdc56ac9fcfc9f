import { setTimeout as sleep } from 'node:timers/promises';
import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { bullmq, serveCalls } from '@ku0/agent-runtime-tools-remote';
import { Redis } from 'ioredis';
import { SECRET } from './messages.ts';

/** What one worker without calls costs Redis. */
export interface IdleCost {
  readonly connections: number;
  readonly bytes: number;
  readonly commandsPerSecond: number;
  /** CPU time of Redis, in milliseconds per second. */
  readonly cpuMsPerSecond: number;
}

/** Starts workers at places of their own, with thirty tools each, and looks at Redis while nothing happens. */
export async function idleCost(url: string, count: number, seconds: number): Promise<IdleCost> {
  const observer = new Redis(url);
  const before = await observe(observer);
  const tools = Array.from({ length: 30 }, (_, at) =>
    defineTool({
      name: `tool_${at}`,
      description: 'A tool with a description of the usual length, which says what it does and when to use it.',
      parameters: Type.Object({ path: Type.String({ description: 'The path' }), limit: Type.Optional(Type.Number()) }),
      execute: async () => ok('done'),
    }),
  );
  const workers = await Promise.all(
    Array.from({ length: count }, (_, at) => {
      const coordinator = new ToolCoordinator();
      for (const tool of tools) coordinator.register(tool);
      return serveCalls(coordinator, { driver: bullmq({ url }), place: `idle-${at}`, secret: SECRET });
    }),
  );
  await sleep(2000);
  const [start, started] = [await observe(observer), performance.now()];
  await sleep(seconds * 1000);
  const [end, elapsed] = [await observe(observer), (performance.now() - started) / 1000];
  await Promise.all(workers.map((worker) => worker.close({ timeoutMs: 0 })));
  observer.disconnect();
  const each = (difference: number): number => difference / count;
  return {
    connections: each(start.connections - before.connections),
    bytes: each(start.bytes - before.bytes),
    commandsPerSecond: each((end.commands - start.commands) / elapsed),
    cpuMsPerSecond: each((end.cpuMs - start.cpuMs) / elapsed),
  };
}

async function observe(redis: Redis) {
  const info = await redis.info();
  const value = (name: string): number => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1]);
  return {
    connections: value('connected_clients'),
    bytes: value('used_memory'),
    commands: value('total_commands_processed'),
    cpuMs: (value('used_cpu_user') + value('used_cpu_sys')) * 1000,
  };
}
