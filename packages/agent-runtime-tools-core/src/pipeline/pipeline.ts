import type { BatchPlace } from '../batch/batch.ts';
import type { ToolServices } from '../contracts/tool-context.ts';
import type { ToolMiddleware, ToolPhase } from '../contracts/tool-middleware.ts';
import type { ToolError } from '../contracts/tool-error.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import { coreErrors } from '../errors.ts';
import type { ExecuteOptions } from '../execute-options.ts';
import { fail } from '../authoring/result.ts';
import type { ToolChain, ToolEntry, ToolLookup } from '../registry/tool-registry.ts';
import { printable } from '../text/printable.ts';
import { errorMessage } from '../text/error-message.ts';
import { approve, requirement } from './approve/approve.ts';
import { Call } from './call/call.ts';
import { CallContext } from './call/call-context.ts';
import { execute } from './execute/execute.ts';
import { finish } from './settle/finish.ts';
import { guard, planModeForbids } from './guard/guard.ts';
import { inTurn } from './approve/batch-turn-stage.ts';
import { isResult, middlewareFailed, middlewareStage, noResult } from './middleware-stage.ts';
import { checkOptions } from './accept/check-options.ts';
import { publishStart } from './settle/publish.ts';
import { Refusal } from './refusal.ts';
import { toolNotFound } from './accept/tool-not-found.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Stage, Step } from './stage.ts';
import { validate } from './accept/validate.ts';

/** The life of a call, from a name and arguments to a result. Never rejects: failures are results. */
export function runCall(
  runtime: Runtime,
  tools: ToolLookup,
  name: string,
  raw: unknown,
  options: ExecuteOptions,
  place?: BatchPlace,
): Promise<ToolResult> {
  return new Promise((resolve) => {
    const call = beginCall(runtime, name, options);
    call.place = place;
    call.resolve = resolve;
    call.onGraceOver = finishStopped;
    try {
      const accepted = accept(call, tools, raw, options);
      if (accepted instanceof Refusal) return finish(call, fail(accepted.error));
      const entry = call.entry as ToolEntry;
      const outcome = chainOf(entry, runtime, call.context.services).step(accepted, call);
      const pending = outcome instanceof Promise ? outcome : Promise.resolve(outcome);
      return void pending.then(
        (result) => finish(call, isResult(result) ? result : noResult(call)),
        (error: unknown) => finish(call, middlewareFailed(call, error)),
      );
    } catch (error) {
      return finish(call, call.innermost === undefined ? fail(internal(error)) : middlewareFailed(call, error));
    }
  });
}

/** The stages between acceptance and result, top to bottom: each wraps the ones below it. */
function compose(entry: ToolEntry, runtime: Runtime, situation: Situation): ToolChain {
  const hooks = phase('hook', entry, runtime, situation);
  const hooked = hooks.length > 0;
  const approvers = phase('approve', entry, runtime, { ...situation, hooked });
  const judgesAhead = approvers.length > 0 && [...hooks, ...approvers].every((each) => each.judgesAhead === true);
  const hasApprovers = { judged: approvers.length > 0 };
  const isRestricted = runtime.planModeForbids(entry.identity);
  const run: Step = (params, call) => {
    // Hooks and people take their time: the task may have gone into plan mode meanwhile.
    if (isRestricted && runtime.modes.hasTurnedToPlan(call)) return Promise.resolve(fail(planModeForbids(entry)));
    const approved = approve(call, entry, params, hasApprovers);
    if (approved instanceof Promise)
      return approved.then((later) => (later instanceof Refusal ? fail(later.error) : execute(call, entry, later)));
    return approved instanceof Refusal ? Promise.resolve(fail(approved.error)) : execute(call, entry, approved);
  };
  const judge: Step = inside(run, [
    requirement(entry, runtime, { hooked }),
    ...approvers.map(middlewareStage),
    ...(judgesAhead ? [inTurn(entry, runtime, { again: (params, call) => judge(params, call) })] : []),
    ...phase('around', entry, runtime, situation).map(middlewareStage),
  ]);
  const step = inside(judge, [
    ...phase('observe', entry, runtime, situation).map(middlewareStage),
    guard(entry, runtime),
    ...phase('guard', entry, runtime, situation).map(middlewareStage),
    ...hooks.map(middlewareStage),
  ]);
  return { step, judgesAhead };
}

function inside(end: Step, stages: readonly Stage[]): Step {
  return stages.reduceRight((next, stage) => stage(next), end);
}

export function beginCall(runtime: Runtime, name: string, options: ExecuteOptions): Call {
  return new Call(
    runtime,
    name,
    options,
    options.parent === undefined ? undefined : CallContext.callOf(options.parent),
  );
}

/** Resolves, validates and publishes the start: the parameters to go on with, or a refusal. */
function accept(call: Call, tools: ToolLookup, raw: unknown, options: ExecuteOptions): unknown {
  const validated = resolved(call, tools, raw);
  publishStart(call, validated instanceof Refusal ? undefined : validated, raw);
  if (call.entry === undefined) return validated;
  const error = checkOptions(call, options);
  return error === undefined ? validated : new Refusal(error);
}

/** Never throws: whatever a view's filter or a schema does, the call has a start. */
function resolved(call: Call, tools: ToolLookup, raw: unknown): unknown {
  try {
    const entry = tools.find(call.requestedName);
    if (entry !== undefined) {
      call.entry = entry;
      entry.inFlight++;
      return validate(call, entry, raw);
    }
    call.runtime.unknownToolCalls++;
    return new Refusal(toolNotFound(call.requestedName, tools.names()));
  } catch (error) {
    return new Refusal(internal(error));
  }
}

/**
 * The composed chain of a tool, made anew only when the middlewares have changed. Calls with services of their own have
 * another: who goes by the services to tell whether a tool concerns it cannot know theirs.
 */
export function chainOf(entry: ToolEntry, runtime: Runtime, services: ToolServices): ToolChain {
  let { chains } = entry;
  if (chains === undefined || chains.version !== runtime.version)
    entry.chains = chains = { version: runtime.version, usual: undefined, ofOwnServices: undefined };
  if (services !== runtime.services) return (chains.ofOwnServices ??= compose(entry, runtime, {}));
  return (chains.usual ??= compose(entry, runtime, { services: runtime.services }));
}

interface Situation {
  readonly hooked?: boolean;
  readonly services?: ToolServices;
}

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

/** The end of a call that was stopped and did not end by itself. */
function finishStopped(call: Call): void {
  finish(call, fail(call.cause ?? coreErrors.CANCELLED()));
}

function internal(error: unknown): ToolError {
  return coreErrors.EXECUTION_ERROR({ message: `The call failed: ${printable(errorMessage(error))}` });
}
