import { isDeepStrictEqual } from 'node:util';
import {
  artifactOwnerOf,
  coreErrors,
  cutText,
  fail,
  type CoordinatorRef,
  type ToolContext,
  type ToolMiddleware,
  type ToolNext,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import { createProcesses, type Processes } from '@ku0/agent-runtime-tools-processes';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { HookType } from './config/hook-config.ts';
import { hookErrors } from './errors.ts';
import type { HooksOptions } from './hooks-options.ts';
import type { HookIndex, HookPlan } from './register/hook-index.ts';
import { afterTool, type AfterTool } from './run/after-tool.ts';
import { beforeTool, type BeforeTool } from './run/before-tool.ts';
import type { CallOutcome, HookCall, HookHost } from './run/hook-call.ts';
import { MAX_NESTING, nestingDepth } from './run/hook-nesting.ts';
import { MAX_TEXT_CHARS } from './run/run-hook.ts';

/** A call that was stopped settles soon: its last hooks get this long. */
const STOPPED_CALL_MS = 300;

/** The hooks as one middleware of the phase `hook`. */
export class HookMiddleware implements ToolMiddleware {
  readonly name = 'hooks';
  readonly phase = 'hook';
  readonly judgesAhead: boolean;
  declare readonly priority?: number;
  readonly #listeners = new Set<() => void>();
  #index: HookIndex;
  readonly #options: HooksOptions;
  /** The hooks' own process services, by the coordinator they are for. */
  readonly #processes = new Map<string, Processes>();

  constructor(index: HookIndex, options: HooksOptions = {}) {
    this.#index = index;
    this.#options = options;
    this.judgesAhead = options.judgesAhead ?? true;
    if (options.priority !== undefined) this.priority = options.priority;
  }

  appliesTo(tool: ToolContext['tool']): boolean {
    return this.#index.planFor(tool) !== undefined;
  }

  onAppliesToChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Other hooks from now on, also for tools that had none. */
  protected replaceIndex(index: HookIndex): void {
    this.#index = index;
    for (const listener of this.#listeners) listener();
  }

  async execute(params: unknown, context: ToolContext, next: ToolNext): Promise<ToolResult> {
    const plan = this.#index.planFor(context.tool);
    if (plan === undefined) return next(params);
    if (nestingDepth() >= MAX_NESTING)
      return fail(coreErrors.RECURSION_LIMIT({ message: 'Hooks called tools with hooks too many levels deep.' }));

    let call = await this.#describe(params, context);
    let before = await beforeTool(plan.PreToolUse, call, this.#host(context));
    const judgeAgain = async (): Promise<void> => {
      call = await this.#describe(params, context);
      before = await beforeTool(plan.PreToolUse, call, this.#host(context));
    };
    const { batch } = context;
    // What it could not look at may be what an earlier call of the batch is about to make.
    if (hasFailed(before) && batch?.isAhead === true && (await batch.turn())) await judgeAgain();
    this.#announce(before, context);
    if (before.error !== undefined) return withNotes(fail(before.error), before);
    if (plan.PreToolUse.length > 0)
      batch?.judgeInTurn(async () => {
        const ahead = before;
        await judgeAgain();
        this.#announce(before, context, ahead.contexts);
        if (isCoveredBy(ahead, before)) return undefined;
        return () => goOn(before, context, next);
      });
    const startedAt = performance.now();
    const result = ofRewriter(await goOn(before, context, next), before);
    if (isRefused(before)) return withNotes(result, before);
    const after = await this.#after(plan, call, context, { result, params: before.params, startedAt });
    return withNotes(after.result, before, after);
  }

  /** Ends what hooks of this coordinator's calls have started; those of others go on. */
  async shutdown({ id }: CoordinatorRef): Promise<void> {
    const own = this.#processes.get(id);
    this.#processes.delete(id);
    await own?.shutdown();
  }

  /** `told`: the contexts that were published when the call was judged ahead. */
  #announce({ contexts, stop }: BeforeTool, context: ToolContext, told: readonly string[] = []): void {
    if (!isDeepStrictEqual(contexts, told)) publishContext(context, 'PreToolUse', contexts);
    if (stop !== undefined) this.#stop(context, stop);
  }

  async #after(
    plan: HookPlan,
    call: HookCall,
    context: ToolContext,
    { result, params, startedAt }: { result: ToolResult; params: unknown; startedAt: number },
  ): Promise<Notes & { readonly result: ToolResult }> {
    const durationMs = performance.now() - startedAt;
    const outcome: CallOutcome = result.ok ? { ok: true, value: result.value } : { ok: false, error: result.error };
    const host = context.signal.aborted
      ? { ...this.#host(context), hurried: true, signal: AbortSignal.timeout(STOPPED_CALL_MS) }
      : this.#host(context);
    const notes: { contexts: string[]; warnings: string[] } = { contexts: [], warnings: [] };
    let current = result;
    const run = async (type: HookType): Promise<void> => {
      const event = { type, parameters: params, outcome, durationMs };
      const after = await afterTool(plan[type], { ...call, event }, host);
      publishContext(context, type, after.contexts);
      notes.contexts.push(...after.contexts);
      notes.warnings.push(...after.warnings);
      if (after.stop !== undefined) this.#stop(context, after.stop);
      current = resultAfter(current, after);
    };
    // A call that never reached its tool has nothing to look at afterwards but its error.
    if (plan.PostToolUse.length > 0 && (result.ok || result.metadata.attempts > 0)) await run('PostToolUse');
    if (plan.OnError.length > 0 && !result.ok) await run('OnError');
    return { ...notes, result: current };
  }

  async #describe(parameters: unknown, context: ToolContext): Promise<HookCall> {
    const { tool, taskId, callId, mode, services, principal, trace } = context;
    const own = await rootsOf(services.workspace);
    const cwd = await folderOf(services.workspace, context.cwd);
    return {
      tool,
      taskId,
      ...(principal !== undefined && { principal }),
      owner: artifactOwnerOf(context),
      callId,
      ...(trace !== undefined && { trace }),
      cwd,
      ...(own?.[0] !== undefined && { filesFrom: own[0] }),
      mode,
      workspaceRoots: this.#options.workspaceRoots ?? own ?? [cwd],
      event: { type: 'PreToolUse', parameters },
    };
  }

  #host(context: ToolContext): HookHost {
    const { services, callbacks, publish, signal, coordinatorId } = context;
    return {
      signal,
      publish,
      processes: () => this.#options.processes ?? services.processes ?? this.#ownProcesses(coordinatorId),
      ...(services.artifacts !== undefined && { artifacts: services.artifacts }),
      ...(callbacks.say !== undefined && { say: (message) => callbacks.say?.(message) }),
    };
  }

  #ownProcesses(coordinatorId: string): Processes {
    const known = this.#processes.get(coordinatorId);
    if (known !== undefined) return known;
    const made = createProcesses();
    this.#processes.set(coordinatorId, made);
    return made;
  }

  /** The turn is over for every tool, and the host hears of it. */
  #stop(context: ToolContext, reason: string): void {
    context.stopTurn(stoppedBefore(reason));
    const { taskId, turnId, callId, principal, logger } = context;
    try {
      this.#options.onStop?.({ taskId, turnId, callId, reason, ...(principal !== undefined && { principal }) });
    } catch (error) {
      logger.error('onStop of the hooks threw', { error: error instanceof Error ? error.message : String(error) });
    }
  }
}

function isRefused({ error }: BeforeTool): boolean {
  return error !== undefined;
}

/** A hook has not said no, it has not said anything. */
function hasFailed({ error }: BeforeTool): boolean {
  return error?.code === hookErrors.HOOK_BLOCKED.code && error.details?.['why'] === 'failed';
}

/** The call goes on as the hooks before it have come to, or ends. */
function goOn({ error, demand, params, grant }: BeforeTool, context: ToolContext, next: ToolNext): Promise<ToolResult> {
  if (error !== undefined) return Promise.resolve(fail(error));
  if (demand !== undefined) context.approval.require(demand);
  return next(params, grant);
}

/** Whether what was consented to after the first judgement may run after the second: it asks for nothing more. */
function isCoveredBy(first: BeforeTool, second: BeforeTool): boolean {
  return (
    second.error === undefined &&
    isDeepStrictEqual(second.params, first.params) &&
    (second.demand === undefined || second.demand === first.demand) &&
    (first.grant === undefined || isDeepStrictEqual(second.grant, first.grant))
  );
}

function rootsOf(workspace: Workspace | undefined): Promise<readonly string[] | undefined> | undefined {
  return workspace?.roots().catch(() => undefined);
}

/** Where the call will run; its own folder where that cannot be found out, and the call will fail for the same reason. */
async function folderOf(workspace: Workspace | undefined, cwd: string): Promise<string> {
  if (workspace === undefined) return cwd;
  // Whoever has a workspace has loaded it.
  const { workingFolder } = await import('@ku0/agent-runtime-tools-workspace');
  return workingFolder(workspace, { cwd }).catch(() => cwd);
}

/** What hooks have to say beside the result. */
interface Notes {
  readonly contexts: readonly string[];
  readonly warnings: readonly string[];
}

function stoppedBefore(reason: string): ReturnType<typeof hookErrors.HOOK_BLOCKED> {
  const message = `A hook stopped this turn: ${reason}`;
  return hookErrors.HOOK_BLOCKED({ message, details: { why: 'stopped' } });
}

/** Parameters that a hook made are not the caller's to correct. */
function ofRewriter(result: ToolResult, { rewrittenBy: hook }: BeforeTool): ToolResult {
  const { metadata } = result;
  if (result.ok || hook === undefined || metadata.attempts > 0) return result;
  if (result.error.code !== coreErrors.VALIDATION_ERROR.code) return result;
  const error = coreErrors.VALIDATION_ERROR({
    message: `Hook "${hook}" rewrote the parameters to some that the tool does not take: ${result.error.message}`,
    suggestion: 'The arguments were not at fault: tell the person about the hook, or choose another way.',
    details: { ...result.error.details, hook },
  });
  return { ok: false, error, metadata };
}

function publishContext(context: ToolContext, event: HookType, contexts: readonly string[]): void {
  if (contexts.length === 0) return;
  context.publish('hook_context', { toolName: context.tool.name, event, context: limited(contexts).join('\n') });
}

/** A failed call keeps its own error: hooks may add to it, not hide it. */
function resultAfter(result: ToolResult, { output, error }: AfterTool): ToolResult {
  if (!result.ok) return result;
  if (error !== undefined) return { ok: false, error, metadata: result.metadata };
  return output === undefined ? result : { ...result, value: output.value };
}

function withNotes(result: ToolResult, ...notes: readonly Notes[]): ToolResult {
  const contexts = limited(notes.flatMap((each) => each.contexts));
  const warnings = notes.flatMap((each) => each.warnings);
  if (contexts.length === 0 && warnings.length === 0) return result;
  const { metadata } = result;
  return {
    ...result,
    metadata: {
      ...metadata,
      ...(contexts.length > 0 && { contextModifications: [...(metadata.contextModifications ?? []), ...contexts] }),
      ...(warnings.length > 0 && { warnings: [...(metadata.warnings ?? []), ...warnings] }),
    },
  };
}

/** All together no longer than one may be. */
function limited(contexts: readonly string[]): string[] {
  const kept: string[] = [];
  let left = MAX_TEXT_CHARS;
  for (const context of contexts) {
    if (left < MIN_TEXT_CHARS) break;
    const text = cutText(context, left, '');
    kept.push(text);
    left -= text.length;
  }
  return kept;
}

const MIN_TEXT_CHARS = 100;
