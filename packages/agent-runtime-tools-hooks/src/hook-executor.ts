import { createProcesses, type Processes } from '@ku0/agent-runtime-tools-processes';
import { NO_CAPABILITIES, ownerOf, type ToolIdentity } from '@ku0/agent-runtime-tools-core';
import type { HookConfig, HookType } from './config/hook-config.ts';
import type { HookInput } from './config/hook-input.ts';
import type { HookResult } from './config/hook-result.ts';
import { compileHook } from './register/compile-hook.ts';
import type { Hook } from './register/hook.ts';
import { HookIndex } from './register/hook-index.ts';
import { identityOfCall } from '@ku0/agent-runtime-tools-rules';
import { runAfterHooks } from './run/run-after-hooks.ts';
import { runBeforeHooks } from './run/run-before-hooks.ts';
import type { CallOutcome, HookCall } from './run/hook-call.ts';

export interface HookExecutorOptions {
  readonly processes?: Processes;
  /** Default: this process's. */
  readonly cwd?: string;
}

/** Runs hooks without a coordinator, for hosts with a pipeline of their own. With one, use `hooks(...)`. */
export class HookExecutor {
  readonly #cwd: string;
  readonly #hooks: Hook[] = [];
  readonly #processes: Processes | undefined;
  #ownProcesses: Processes | undefined;
  #index = new HookIndex([]);

  constructor({ processes, cwd = process.cwd() }: HookExecutorOptions = {}) {
    this.#processes = processes;
    this.#cwd = cwd;
  }

  /** Throws a TypeError for a hook that cannot be used. */
  register(config: HookConfig): this {
    this.#hooks.push(compileHook(config));
    this.#index = new HookIndex([...this.#hooks]);
    return this;
  }

  /** Runs the hooks of this type that match the tool and merges their results. A tool given by name has no capabilities. */
  async execute(
    type: HookType,
    input: Partial<HookInput>,
    tool: string | ToolIdentity,
    { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<HookResult> {
    const named = typeof tool === 'string' ? { name: tool, version: '', capabilities: NO_CAPABILITIES } : tool;
    const subject = input.preToolUse ?? input.postToolUse ?? input.onError;
    const identity = identityOfCall(named, subject?.parameters);
    const plan = this.#index.planFor(identity);
    if (plan === undefined) return {};
    const processes = (): Processes => this.#processes ?? (this.#ownProcesses ??= createProcesses());
    const host = { signal, processes };
    const call = this.#describe(type, input, identity);
    if (type === 'PreToolUse') {
      const before = await runBeforeHooks(plan.PreToolUse, call, host);
      return {
        ...(before.error !== undefined && { cancel: true, errorMessage: before.error.message }),
        ...(signal.aborted && { wasCancelled: true }),
        ...(before.params !== call.event.parameters && { modifiedParams: before.params }),
        ...(before.error === undefined && before.demand !== undefined && { decision: 'ask', reason: before.demand }),
        ...(before.error === undefined && before.demand === undefined && before.grant && { decision: 'allow' }),
        ...contextOf(before.contexts),
      };
    }
    const after = await runAfterHooks(plan[type], call, host);
    return {
      ...(after.error !== undefined && { cancel: true, errorMessage: after.error.message }),
      ...(signal.aborted && { wasCancelled: true }),
      ...(after.output !== undefined && { updatedOutput: after.output.value }),
      ...contextOf(after.contexts),
    };
  }

  /** Ends the programs that its hooks started, unless the process service was given. */
  async shutdown(): Promise<void> {
    await this.#ownProcesses?.shutdown();
  }

  #describe(type: HookType, input: Partial<HookInput>, tool: ToolIdentity): HookCall {
    const subject = input.preToolUse ?? input.postToolUse ?? input.onError;
    const outcome = outcomeOf(input);
    const { taskId = 'default', principal } = input;
    return {
      tool,
      taskId,
      ...(principal !== undefined && { principal }),
      owner: ownerOf({ principal, taskId }),
      callId: input.callId ?? '',
      cwd: input.cwd ?? this.#cwd,
      mode: 'act',
      workspaceRoots: input.workspaceRoots ?? [input.cwd ?? this.#cwd],
      event: {
        type,
        parameters: subject?.parameters,
        durationMs: input.postToolUse?.executionTimeMs ?? input.onError?.executionTimeMs ?? 0,
        ...(outcome !== undefined && { outcome }),
      },
    };
  }
}

function contextOf(contexts: readonly string[]): Pick<HookResult, 'contextModification'> {
  return contexts.length === 0 ? {} : { contextModification: contexts.join('\n') };
}

function outcomeOf({ postToolUse, onError }: Partial<HookInput>): CallOutcome | undefined {
  if (onError !== undefined) return { ok: false, error: errorOf(onError.error) };
  if (postToolUse === undefined) return undefined;
  if (postToolUse.success) return { ok: true, value: postToolUse.result };
  return { ok: false, error: errorOf(postToolUse.result) };
}

/** Converts an error of the host, which may be data or an `Error`. */
function errorOf(error: unknown): Extract<CallOutcome, { ok: false }>['error'] {
  const { code, message, stack } = Object(error) as { code?: unknown; message?: unknown; stack?: unknown };
  return {
    code: typeof code === 'string' ? code : 'EXECUTION_ERROR',
    kind: 'system_error',
    message: typeof message === 'string' ? message : String(error),
    retryable: false,
    ...(typeof stack === 'string' && { details: { stack } }),
  };
}
