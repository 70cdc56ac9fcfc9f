import { coreErrors, fail } from '@ku0/agent-runtime-tools-core';
import type {
  DryRun,
  ToolContext,
  ToolHandler,
  ToolMiddleware,
  ToolResult,
  ToolView,
} from '@ku0/agent-runtime-tools-core';

/** What happens to a call that needs approval: a person is asked, it is allowed, or it is denied. */
export type ApproveMode = 'ask' | 'all' | 'none';

/** Shows a request to a person. Only a clear yes is `true`. */
export type AskPerson = (request: ApprovalRequest, options: { readonly signal: AbortSignal }) => Promise<boolean>;

export interface ApprovalRequest {
  readonly tool: ToolHandler;
  readonly params: unknown;
  /** The folder the tool would work in. */
  readonly cwd: string;
  /** What the call would change, where the tool can say. */
  readonly dryRun?: ToolResult<DryRun>;
}

export interface ApprovalOptions {
  readonly mode: ApproveMode;
  /** Absent where there is nobody to ask: then `ask` denies. */
  readonly ask?: AskPerson | undefined;
  readonly toolbox: Pick<ToolView, 'get' | 'dryRun'>;
}

/** The approve phase of the command line. */
export function approval({ mode, ask, toolbox }: ApprovalOptions): ToolMiddleware {
  return {
    name: 'toolbox-approval',
    phase: 'approve',
    async execute(params, context, next) {
      if (!context.approval.required) return next(params);
      if (mode === 'all') return next(params, { by: 'person', reason: '--approve all' });
      if (mode === 'none')
        return denied(`${context.tool.name} needs approval, and --approve none denies it.`, '--approve none');
      const tool = toolbox.get(context.tool.name);
      if (ask === undefined || tool === undefined) return nobodyToAsk(context.tool.name);
      const dryRun = await foresee(tool, toolbox, params, context);
      const allowed = await ask(
        { tool, params, cwd: context.cwd, ...(dryRun !== undefined && { dryRun }) },
        { signal: context.signal },
      );
      if (context.signal.aborted)
        return fail(coreErrors.CANCELLED({ message: 'The call was cancelled while it waited for approval.' }));
      return allowed ? next(params, { by: 'person' }) : denied(`You did not allow ${context.tool.name}.`, 'person');
    },
  };
}

const DRY_RUN_MS = 10_000;

/** Undefined for a tool that cannot say beforehand what it would change. */
async function foresee(
  tool: ToolHandler,
  toolbox: ApprovalOptions['toolbox'],
  params: unknown,
  context: ToolContext,
): Promise<ToolResult<DryRun> | undefined> {
  return tool.dryRun && toolbox.dryRun(tool.name, params, { parent: context, timeoutMs: DRY_RUN_MS });
}

function denied(message: string, by: string): ToolResult {
  return fail(coreErrors.APPROVAL_DENIED({ message, details: { by } }));
}

function nobodyToAsk(toolName: string): ToolResult {
  return fail(
    coreErrors.APPROVAL_REQUIRED({
      message: `${toolName} needs approval, and there is nobody to ask: that takes a terminal to type in.`,
      suggestion: 'Pass --approve all to allow it, or run the command in a terminal.',
    }),
  );
}
