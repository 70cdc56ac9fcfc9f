import { isDeepStrictEqual } from 'node:util';
import {
  artifactOwnerOf,
  coreErrors,
  cutText,
  errorMessage,
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
import { identityOfCall } from '@ku0/agent-runtime-tools-rules';
import { runAfterHooks, type AfterHooksOutcome } from './run/run-after-hooks.ts';
import { runBeforeHooks, type BeforeHooksOutcome } from './run/run-before-hooks.ts';
import type { CallOutcome, HookCall, HookHost } from './run/hook-call.ts';
import { MAX_NESTING, nestingDepth } from './run/hook-nesting.ts';
import { MAX_TEXT_CHARS } from './run/run-hook.ts';

/** How long the last hooks of a stopped call may take: the call settles soon after. */
const STOPPED_CALL_MS = 300;

/** The middleware of the phase `hook` that runs all hooks. */
export class HookMiddleware implements ToolMiddleware {
  readonly name = 'hooks';
  readonly phase = 'hook';
  readonly judgesAhead: boolean;
  declare readonly priority?: number;
  readonly #listeners = new Set<() => void>();
  #index: HookIndex;
  readonly #options: HooksOptions;
  /** Process services made here, by coordinator. */
  readonly #processes = new Map<string, Processes>();

  constructor(index: HookIndex, options: HooksOptions = {}) {
    this.#index = index;
    this.#options = options;
    this.judgesAhead = options.judgesAhead ?? true;
    if (options.priority !== undefined) this.priority = options.priority;
  }

  appliesTo(tool: ToolContext['tool']): boolean {
    return this.#index.mayApplyTo(tool);
  }

  onAppliesToChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Replaces all hooks, also for tools that had none. */
  protected replaceIndex(index: HookIndex): void {
    this.#index = index;
    for (const listener of this.#listeners) listener();
  }

  async execute(params: unknown, context: ToolContext, next: ToolNext): Promise<ToolResult> {
    const plan = this.#index.planFor(identityOfCall(context.tool, params));
    if (plan === undefined) return next(params);
    if (nestingDepth() >= MAX_NESTING)
      return fail(coreErrors.RECURSION_LIMIT({ message: 'Hooks called tools with hooks too many levels deep.' }));

    let call = await this.#describe(params, context);
    let before = await runBeforeHooks(plan.PreToolUse, call, this.#host(context));
    const judgeAgain = async (): Promise<void> => {
      call = await this.#describe(params, context);
      before = await runBeforeHooks(plan.PreToolUse, call, this.#host(context));
    };
    const { batch } = context;
    // It may have failed because an earlier call of the batch has yet to create a file: try again in turn.
    if (hasFailed(before) && batch?.isAhead === true && (await batch.turn())) await judgeAgain();
    this.#announce(before, context);
    if (plan.PreToolUse.length > 0)
      batch?.judgeInTurn(async () => {
        const ahead = before;
        await judgeAgain();
        this.#announce(before, context, ahead.contexts);
        if (isConsentStillValid(ahead, before)) return undefined;
        return () => continueCall(before, context, next);
      });
    const startedAt = performance.now();
    const result = blameRewriter(await continueCall(before, context, next), before);
    if (isRefused(before)) return withNotes(result, before);
    const after = await this.#after(plan, call, context, { result, params: before.params, startedAt });
    return withNotes(after.result, before, after);
  }

  /** Ends the programs that hooks of this coordinator's calls started, and no others. */
  async shutdown({ id }: CoordinatorRef): Promise<void> {
    const own = this.#processes.get(id);
    this.#processes.delete(id);
    await own?.shutdown();
  }

  /** `published`: the contexts that were published when the call was judged ahead of its turn. */
  #announce({ contexts, stop }: BeforeHooksOutcome, context: ToolContext, published: readonly string[] = []): void {
    if (!isDeepStrictEqual(contexts, published)) publishContext(context, 'PreToolUse', contexts);
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
      ? { ...this.#host(context), isCallStopped: true, signal: AbortSignal.timeout(STOPPED_CALL_MS) }
      : this.#host(context);
    const notes: { contexts: string[]; warnings: string[] } = { contexts: [], warnings: [] };
    let current = result;
    const run = async (type: HookType): Promise<void> => {
      const event = { type, parameters: params, outcome, durationMs };
      const after = await runAfterHooks(plan[type], { ...call, event }, host);
      publishContext(context, type, after.contexts);
      notes.contexts.push(...after.contexts);
      notes.warnings.push(...after.warnings);
      if (after.stop !== undefined) this.#stop(context, after.stop);
      current = resultAfter(current, after);
    };
    // PostToolUse hooks run only if the tool itself ran.
    if (plan.PostToolUse.length > 0 && (result.ok || result.metadata.attempts > 0)) await run('PostToolUse');
    if (plan.OnError.length > 0 && !result.ok) await run('OnError');
    return { ...notes, result: current };
  }

  async #describe(parameters: unknown, context: ToolContext): Promise<HookCall> {
    const { taskId, callId, mode, services, principal, trace } = context;
    const tool = identityOfCall(context.tool, parameters);
    const roots = await workspaceRoots(services.workspace);
    const cwd = await callFolder(services.workspace, context.cwd);
    return {
      tool,
      taskId,
      ...(principal !== undefined && { principal }),
      owner: artifactOwnerOf(context),
      callId,
      ...(trace !== undefined && { trace }),
      cwd,
      ...(roots?.[0] !== undefined && { filesFrom: roots[0] }),
      mode,
      workspaceRoots: this.#options.workspaceRoots ?? roots ?? [cwd],
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

  /** Ends the turn for every tool and tells the host. */
  #stop(context: ToolContext, reason: string): void {
    context.stopTurn(turnStoppedError(reason));
    const { taskId, turnId, callId, principal, logger } = context;
    try {
      this.#options.onStop?.({ taskId, turnId, callId, reason, ...(principal !== undefined && { principal }) });
    } catch (error) {
      logger.error('onStop of the hooks threw', { error: errorMessage(error) });
    }
  }
}

function isRefused({ error }: BeforeHooksOutcome): boolean {
  return error !== undefined;
}

/** Whether the call is blocked because a hook failed, not because it decided against the call. */
function hasFailed({ error }: BeforeHooksOutcome): boolean {
  return error?.code === hookErrors.HOOK_BLOCKED.code && error.details?.['why'] === 'failed';
}

/** Continues the call with the outcome of the PreToolUse hooks, or ends it with their error. */
function continueCall(
  { error, demand, params, grant }: BeforeHooksOutcome,
  context: ToolContext,
  next: ToolNext,
): Promise<ToolResult> {
  if (error !== undefined) return Promise.resolve(fail(error));
  if (demand !== undefined) context.approval.require(demand);
  return next(params, grant);
}

/** Whether consent given after the first run of the hooks covers their second outcome, which must not ask for more. */
function isConsentStillValid(first: BeforeHooksOutcome, second: BeforeHooksOutcome): boolean {
  return (
    second.error === undefined &&
    isDeepStrictEqual(second.params, first.params) &&
    (second.demand === undefined || second.demand === first.demand) &&
    (first.grant === undefined || isDeepStrictEqual(second.grant, first.grant))
  );
}

function workspaceRoots(workspace: Workspace | undefined): Promise<readonly string[] | undefined> | undefined {
  return workspace?.roots().catch(() => undefined);
}

/** The folder that the call will run in. If that cannot be determined, the call fails by itself, so its own `cwd` will do. */
async function callFolder(workspace: Workspace | undefined, cwd: string): Promise<string> {
  if (workspace === undefined) return cwd;
  // The host has loaded this package already, since there is a workspace.
  const { workingFolder } = await import('@ku0/agent-runtime-tools-workspace');
  return workingFolder(workspace, { cwd }).catch(() => cwd);
}

/** Texts of hooks to add to the result. */
interface Notes {
  readonly contexts: readonly string[];
  readonly warnings: readonly string[];
}

function turnStoppedError(reason: string): ReturnType<typeof hookErrors.HOOK_BLOCKED> {
  const message = `A hook stopped this turn: ${reason}`;
  return hookErrors.HOOK_BLOCKED({ message, details: { why: 'stopped' } });
}

/** Names the hook in the validation error of parameters that it rewrote: the caller cannot correct those. */
function blameRewriter(result: ToolResult, { rewrittenBy: hook }: BeforeHooksOutcome): ToolResult {
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
  context.publish('hook_context', { toolName: context.tool.name, event, context: limitContexts(contexts).join('\n') });
}

/** A failed call keeps its own error; hooks can only replace the result of a successful one. */
function resultAfter(result: ToolResult, { output, error }: AfterHooksOutcome): ToolResult {
  if (!result.ok) return result;
  if (error !== undefined) return { ok: false, error, metadata: result.metadata };
  return output === undefined ? result : { ...result, value: output.value };
}

function withNotes(result: ToolResult, ...notes: readonly Notes[]): ToolResult {
  const contexts = limitContexts(notes.flatMap((each) => each.contexts));
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

/** Limits the total length to that of a single text. */
function limitContexts(contexts: readonly string[]): string[] {
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
