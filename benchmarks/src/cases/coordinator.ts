import type { ApprovalPolicy } from '@ku0/agent-runtime-tools-approval';
import type { ToolContext, ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { CONTENT, TOOL_DESCRIPTION, TOOL_NAME } from '../benchmark-tool.ts';
import type { BenchExtension } from './extensions.ts';
import type { BenchmarkProject } from './project.ts';

export type Coordinator = Awaited<ReturnType<typeof makeCoordinator>>;

export interface CoordinatorSetting {
  /** The tool alone: no middleware, no listener, no output schema. */
  readonly bare?: boolean;
  /** How many handlers may run at once. */
  readonly limit?: number;
  readonly readsSignal?: boolean;
  /** Five of the hundred policies are about the tool: none denies it, the last approves it. */
  readonly judged?: boolean;
  /** The tool requires approval, which a permission rule grants for paths below `src`. */
  readonly project?: BenchmarkProject;
  /** Adds an annotation that ajv ignores and the validator generator does not know, so that ajv validates. */
  readonly ajvOnly?: boolean;
  /** More extensions than hooks and approval. */
  readonly extensions?: readonly BenchExtension[];
}

/** A coordinator with the benchmark tool, set up as an application would. */
export async function makeCoordinator({
  bare = false,
  limit,
  readsSignal = false,
  judged = false,
  project,
  ajvOnly = false,
  extensions = [],
}: CoordinatorSetting = {}) {
  const { ToolCoordinator, Type, defineTool, ok } = await import('@ku0/agent-runtime-tools-core');
  const parameters = Type.Object(
    {
      path: Type.String(),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1 })),
      tags: Type.Optional(Type.Array(Type.String())),
    },
    ajvOnly ? { 'x-validator': 'ajv' } : {},
  );
  const draft = {
    name: TOOL_NAME,
    description: TOOL_DESCRIPTION,
    parameters,
    capabilities: { readsFiles: true, idempotent: true },
    requiresApproval: project !== undefined,
    execute: async (_params: unknown, context: ToolContext) =>
      ok({ content: readsSignal && context.signal.aborted ? '' : CONTENT }),
  } as const;
  const tool = bare ? defineTool(draft) : defineTool({ ...draft, output: Type.Object({ content: Type.String() }) });
  const tools = new ToolCoordinator({
    ...(limit !== undefined && { concurrency: { limit } }),
    ...(project !== undefined && { services: { workspace: project.workspace }, cwd: project.root }),
  }).register(tool);
  if (bare) return tools;
  const counts: Counts = { events: 0, lastStart: 0, successes: 0, ended: 0 };
  const [{ hooks }, { approval }] = await Promise.all([
    import('@ku0/agent-runtime-tools-hooks'),
    import('@ku0/agent-runtime-tools-approval'),
  ]);
  tools.use(hooks([{ name: 'lint', type: 'PostToolUse', toolPatterns: ['write_*'], command: 'true' }]));
  const permissions = project === undefined ? {} : { permissions: { allow: ['Read(src/**)'] } };
  tools.use(approval({ policies: hundredPolicies(judged), ...permissions }));
  for (const middleware of middlewares(counts)) tools.use(middleware);
  for (const extension of extensions) await extension.addTo(tools);
  tools.activity.subscribe('*', () => {
    counts.events++;
  });
  return tools;
}

/** A hundred policies over twenty tools. */
function hundredPolicies(judged: boolean): ApprovalPolicy[] {
  return Array.from({ length: 100 }, (_, index) => ({
    name: `policy-${index}`,
    tools: [judged && index % 20 === 0 ? TOOL_NAME : `tool_${index % 20}`],
    action: index < 60 ? ('deny' as const) : ('approve' as const),
    priority: 100 - index,
    ...(index < 60 && {
      conditions: [{ type: 'content' as const, operator: 'contains' as const, value: `secret ${index}` }],
    }),
  }));
}

/** Three typical middlewares: one that only observes, one that reads the result, one that cleans up. */
function middlewares(counts: Counts): ToolMiddleware[] {
  return [
    {
      name: 'stamp',
      phase: 'observe',
      async execute(params, _context, next) {
        counts.lastStart = performance.now();
        return next(params);
      },
    },
    {
      name: 'count',
      phase: 'guard',
      async execute(params, _context, next) {
        const result = await next(params);
        if (result.ok) counts.successes++;
        return result;
      },
    },
    {
      name: 'clean-up',
      async execute(params, _context, next) {
        try {
          return await next(params);
        } finally {
          counts.ended++;
        }
      },
    },
  ];
}

interface Counts {
  events: number;
  lastStart: number;
  successes: number;
  ended: number;
}
