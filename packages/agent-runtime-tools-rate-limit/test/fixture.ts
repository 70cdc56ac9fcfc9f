import { defineTool, ok, ToolCoordinator, Type, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { rateLimit, type RateLimiter } from '../src/rate-limit.ts';
import type { RateLimitOptions } from '../src/rate-limit-options.ts';

const noParameters = Type.Object({});
const noop = (name: string, capabilities = {}) =>
  defineTool({ name, parameters: noParameters, capabilities, execute: async () => ok(name) });

/** A tool whose calls end when the test says so. */
export class HeldTool {
  readonly running: (() => void)[] = [];
  readonly tool = defineTool({
    name: 'hold',
    parameters: noParameters,
    limits: { graceMs: 50 },
    execute: (_params, { signal }) =>
      new Promise<ToolResult<string>>((resolve, reject) => {
        this.running.push(() => resolve(ok('held')));
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      }),
  });
}

export function limitedTools(options: RateLimitOptions): {
  tools: ToolCoordinator;
  limiter: RateLimiter;
  held: HeldTool;
} {
  const limiter = rateLimit(options);
  const held = new HeldTool();
  const tools: ToolCoordinator = new ToolCoordinator()
    .use(limiter)
    .registerPack({ name: 'shell', version: '1.0.0', tools: [noop('bash', { executesCommands: true }), noop('kill')] })
    .registerPack({ name: 'files', version: '1.0.0', tags: ['disk'], tools: [noop('read'), noop('write')] })
    .register(held.tool);
  return { tools, limiter, held };
}

/** The code of the error, or `ok`. */
export function outcome(result: ToolResult): string {
  return result.ok ? 'ok' : result.error.code;
}

/** How many of this many calls are let through, one after the other. */
export async function passed(tools: ToolCoordinator, name: string, count: number, options = {}): Promise<number> {
  let number = 0;
  for (let at = 0; at < count; at++) if ((await tools.execute(name, {}, options)).ok) number++;
  return number;
}
