import type { BatchMember } from '../batch/batch.ts';
import type { ToolServices } from '../contracts/tool-context.ts';
import type { ToolMiddleware, ToolPhase } from '../contracts/tool-middleware.ts';
import type { ToolError } from '../contracts/tool-error.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import { coreErrors } from '../errors.ts';
import type { ExecuteOptions } from '../execute-options.ts';
import { fail } from '../authoring/result.ts';
import type { ToolChain, ToolEntry } from '../registry/tool-entry.ts';
import type { ToolLookup } from '../registry/tool-registry.ts';
import { printable } from '../text/printable.ts';
import { errorMessage } from '../text/error-message.ts';
import { checkOptions } from './accept/check-options.ts';
import { toolNotFound } from './accept/tool-not-found.ts';
import { validate } from './accept/validate.ts';
import { denyByCore } from './approve/approval-decision.ts';
import { approve, requirementStage } from './approve/approve.ts';
import { batchTurnStage } from './approve/batch-turn-stage.ts';
import { Call } from './call/call.ts';
import { CallContext } from './call/call-context.ts';
import { execute } from './execute/execute.ts';
import { guardStage, planModeForbids } from './guard/guard.ts';
import { isResult, middlewareFailed, middlewareStage, noResult } from './middleware-stage.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { finish } from './settle/finish.ts';
import { publishStart } from './settle/publish.ts';
import type { Stage, Step } from './stage.ts';

/** Runs a call from its name and arguments to its result. Never rejects: failures are results. */
export function runCall(
  runtime: Runtime,
  tools: ToolLookup,
  name: string,
  rawParams: unknown,
  options: ExecuteOptions,
  batchMember?: BatchMember,
): Promise<ToolResult> {
  return new Promise((resolve) => {
    const call = beginCall(runtime, name, options);
    call.tools = tools;
    call.batchMember = batchMember;
    call.resolve = resolve;
    call.onGraceOver = finishStopped;
    try {
      const accepted = accept(call, tools, rawParams, options);
      if (accepted instanceof Refusal) return finish(call, fail(accepted.error));
      const entry = call.entry as ToolEntry;
      const outcome = chainOf(entry, runtime, call.context.services).step(accepted, call);
      const pending = outcome instanceof Promise ? outcome : Promise.resolve(outcome);
      return void pending.then(
        (result) => finish(call, isResult(result) ? result : noResult(call)),
        (error: unknown) => finish(call, middlewareFailed(call, error)),
      );
    } catch (error) {
      const failure = call.lastMiddleware === undefined ? fail(internalError(error)) : middlewareFailed(call, error);
      return finish(call, failure);
    }
  });
}

/** Composes the stages between acceptance and result, top to bottom: each stage wraps the ones below it. */
function compose(entry: ToolEntry, runtime: Runtime, situation: Situation): ToolChain {
  const hooks = phase('hook', entry, runtime, situation);
  const hooked = hooks.length > 0;
  const approvers = phase('approve', entry, runtime, { ...situation, hooked });
  const judgesAhead = approvers.length > 0 && [...hooks, ...approvers].every((each) => each.judgesAhead === true);
  const hasApprovers = { judged: approvers.length > 0 };
  const isRestricted = runtime.planModeForbids(entry.identity);
  const run: Step = (params, call) => {
    // The task may have been put into plan mode while a hook or a person was deciding.
    if (isRestricted && runtime.modes.hasTurnedToPlan(call)) {
      const error = planModeForbids(entry);
      return Promise.resolve(hasApprovers.judged ? denyByCore(call, error) : fail(error));
    }
    const approved = approve(call, entry, params, hasApprovers);
    if (approved instanceof Promise)
      return approved.then((later) => (later instanceof Refusal ? fail(later.error) : execute(call, entry, later)));
    return approved instanceof Refusal ? Promise.resolve(fail(approved.error)) : execute(call, entry, approved);
  };
  const judge: Step = wrap(run, [
    requirementStage(entry, runtime, { hooked }),
    ...approvers.map(middlewareStage),
    ...(judgesAhead ? [batchTurnStage(entry, runtime, { judgeAgain: (params, call) => judge(params, call) })] : []),
    ...phase('around', entry, runtime, situation).map(middlewareStage),
  ]);
  const step = wrap(judge, [
    ...phase('observe', entry, runtime, situation).map(middlewareStage),
    guardStage(entry, runtime),
    ...phase('guard', entry, runtime, situation).map(middlewareStage),
    ...hooks.map(middlewareStage),
  ]);
  return { step, judgesAhead };
}

/** Lets a dry run through the guards that ask for it. */
export function guardDryRun(step: Step, entry: ToolEntry, runtime: Runtime): Step {
  const guards = phase('guard', entry, runtime, {}).filter(({ guardsDryRuns }) => guardsDryRuns === true);
  return wrap(step, guards.map(middlewareStage));
}

/** Wraps a step in stages, of which the first is the outermost. */
function wrap(step: Step, stages: readonly Stage[]): Step {
  return stages.reduceRight((next, stage) => stage(next), step);
}

export function beginCall(runtime: Runtime, name: string, options: ExecuteOptions): Call {
  return new Call(
    runtime,
    name,
    options,
    options.parent === undefined ? undefined : CallContext.callOf(options.parent),
  );
}

/** Resolves the tool, validates the arguments and publishes the start. Returns the valid parameters or a refusal. */
function accept(call: Call, tools: ToolLookup, rawParams: unknown, options: ExecuteOptions): unknown {
  const validated = resolveAndValidate(call, tools, rawParams);
  publishStart(call, validated instanceof Refusal ? undefined : validated, rawParams);
  if (call.entry === undefined) return validated;
  const error = checkOptions(call, options);
  return error === undefined ? validated : new Refusal(error);
}

/** Never throws, whatever a view's filter or a schema does: every call publishes a start. */
function resolveAndValidate(call: Call, tools: ToolLookup, rawParams: unknown): unknown {
  try {
    const entry = tools.find(call.requestedName);
    if (entry !== undefined) {
      call.entry = entry;
      entry.inFlight++;
      return validate(call, entry, rawParams);
    }
    call.runtime.unknownToolCalls++;
    return new Refusal(toolNotFound(call.requestedName, tools.names()));
  } catch (error) {
    return new Refusal(internalError(error));
  }
}

/**
 * The composed chain of a tool, composed again only when the middlewares have changed. Calls that bring their own
 * services have a chain of their own, because a middleware's `appliesTo` may depend on the services.
 */
export function chainOf(entry: ToolEntry, runtime: Runtime, services: ToolServices): ToolChain {
  let { chains } = entry;
  if (chains === undefined || chains.version !== runtime.chainVersion)
    entry.chains = chains = { version: runtime.chainVersion, shared: undefined, withOwnServices: undefined };
  if (services !== runtime.services) return (chains.withOwnServices ??= compose(entry, runtime, {}));
  return (chains.shared ??= compose(entry, runtime, { services: runtime.services }));
}

/** What a middleware's `appliesTo` is told besides the tool. */
interface Situation {
  readonly hooked?: boolean;
  readonly services?: ToolServices;
}

/** The middlewares of a phase that apply to the tool, highest priority first. */
function phase(
  name: ToolPhase,
  entry: ToolEntry,
  runtime: Runtime,
  { hooked = false, ...rest }: Situation,
): ToolMiddleware[] {
  return runtime.middlewares
    .filter((middleware) => (middleware.phase ?? 'around') === name)
    .filter((middleware) => middleware.appliesTo?.(entry.identity, { hooked, ...rest }) ?? true)
    .sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
}

/** Ends a call that was stopped and did not return within its grace period. */
function finishStopped(call: Call): void {
  finish(call, fail(call.cause ?? coreErrors.CANCELLED()));
}

function internalError(error: unknown): ToolError {
  return coreErrors.EXECUTION_ERROR({ message: `The call failed: ${printable(errorMessage(error))}` });
}
