import type { ToolContext, ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { CONTENT, TOOL_DESCRIPTION, TOOL_NAME } from '../subject.ts';

export type Coordinator = Awaited<ReturnType<typeof makeCoordinator>>;

export interface CoordinatorSetting {
  /** The tool alone: no middleware, no listener, no output schema. */
  readonly bare?: boolean;
  /** Places for handlers. */
  readonly limit?: number;
  readonly readsSignal?: boolean;
}

/** The tool under test, registered as an application would. */
export async function makeCoordinator({ bare = false, limit, readsSignal = false }: CoordinatorSetting = {}) {
  const { ToolCoordinator, Type, defineTool, ok } = await import('@ku0/agent-runtime-tools-core');
  const parameters = Type.Object({
    path: Type.String(),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1 })),
    tags: Type.Optional(Type.Array(Type.String())),
  });
  const draft = {
    name: TOOL_NAME,
    description: TOOL_DESCRIPTION,
    parameters,
    capabilities: { readsFiles: true, idempotent: true },
    execute: async (_params: unknown, context: ToolContext) =>
      ok({ content: readsSignal && context.signal.aborted ? '' : CONTENT }),
  } as const;
  const tool = bare ? defineTool(draft) : defineTool({ ...draft, output: Type.Object({ content: Type.String() }) });
  const tools = new ToolCoordinator(limit === undefined ? {} : { concurrency: { limit } }).register(tool);
  if (bare) return tools;
  const seen: Seen = { events: 0, lastStart: 0, successes: 0, ended: 0 };
  for (const middleware of middlewares(seen)) tools.use(middleware);
  tools.activity.subscribe('*', () => {
    seen.events++;
  });
  return tools;
}

/** Three of the kinds that applications write: one that only looks, one that reads the result, one that cleans up. */
function middlewares(seen: Seen): ToolMiddleware[] {
  return [
    {
      name: 'stamp',
      phase: 'observe',
      async execute(params, _context, next) {
        seen.lastStart = performance.now();
        return next(params);
      },
    },
    {
      name: 'count',
      phase: 'guard',
      async execute(params, _context, next) {
        const result = await next(params);
        if (result.ok) seen.successes++;
        return result;
      },
    },
    {
      name: 'clean-up',
      async execute(params, _context, next) {
        try {
          return await next(params);
        } finally {
          seen.ended++;
        }
      },
    },
  ];
}

interface Seen {
  events: number;
  lastStart: number;
  successes: number;
  ended: number;
}
