import type { Owner } from '../contracts/owner.ts';
import type { ResourceUse } from '../contracts/tool-handler.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import type { ExecuteOptions } from '../execute-options.ts';
import { chainOf } from '../pipeline/pipeline.ts';
import type { ToolLookup } from '../registry/tool-registry.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { ownerOfOptions } from '../task-scope.ts';
import { Batch, BatchMember } from './batch.ts';
import { resourcesOf } from './call-resources.ts';
import { conflicts } from './conflicts.ts';

/** One call of a model's batch. */
export interface ToolCall {
  readonly name: string;
  readonly params: unknown;
  readonly callId?: string;
}

/** A call of a batch that has not begun because its turn has not come. It can be cancelled like a running call. */
export interface UpcomingCall {
  readonly callId: string | undefined;
  readonly owner: Owner;
  /** An aborted signal, once the call has been cancelled. */
  cancelled: AbortSignal | undefined;
}

/** Runs one call of the batch. */
type Execute = (call: ToolCall, options: ExecuteOptions, member: BatchMember) => Promise<ToolResult>;

/**
 * Runs a batch with the same outcome as if its calls ran one after the other: each call waits only for the earlier
 * calls that it conflicts with. If all hooks and approvers of a call can judge it ahead, it is judged before it waits,
 * so that all questions of the batch come together. Returns the results in call order. Never rejects.
 */
export function executeBatch(
  runtime: Runtime,
  tools: ToolLookup,
  calls: readonly ToolCall[],
  givenOptions: ExecuteOptions,
  execute: Execute,
): Promise<ToolResult[]> {
  const { options, endTurn } = withTurn(runtime, givenOptions);
  const batch = new Batch(runtime.callIds.next(), calls.length);
  const scheduled: { resources: readonly ResourceUse[]; done: Promise<ToolResult> }[] = [];
  for (const call of calls.map(asCall)) {
    const resources = resourcesOf(runtime, tools, call, options);
    const conflicting = scheduled.filter((other) => conflicts(resources, other.resources)).map((other) => other.done);
    const callOptions: ExecuteOptions =
      call.callId === undefined ? withoutCallId(options) : { ...options, callId: call.callId };
    const ahead = mayJudgeAhead(runtime, tools, call, options);
    const earlierCalls = conflicting.length === 0 ? undefined : Promise.all(conflicting);
    const done =
      earlierCalls === undefined || ahead
        ? execute(call, callOptions, new BatchMember(batch, { ahead, earlierCalls }))
        : executeInTurn(runtime, earlierCalls, call, callOptions, (finalOptions) =>
            execute(call, finalOptions, new BatchMember(batch, { ahead: false, earlierCalls: undefined })),
          );
    scheduled.push({ resources, done });
  }
  batch.judgingEnded();
  return Promise.all(scheduled.map((entry) => entry.done)).finally(endTurn);
}

/** Whether every hook and approver that applies to the tool can judge a call before its turn. Never throws. */
function mayJudgeAhead(runtime: Runtime, tools: ToolLookup, { name }: ToolCall, options: ExecuteOptions): boolean {
  try {
    const entry = tools.find(name);
    const services = options.services ?? options.parent?.services ?? runtime.services;
    return entry !== undefined && chainOf(entry, runtime, services).judgesAhead;
  } catch {
    return false;
  }
}

/** Runs the call once the earlier calls have ended. A call that was cancelled meanwhile runs with an aborted signal. */
async function executeInTurn(
  runtime: Runtime,
  earlierCalls: Promise<unknown>,
  call: ToolCall,
  options: ExecuteOptions,
  execute: (options: ExecuteOptions) => Promise<ToolResult>,
): Promise<ToolResult> {
  const upcoming: UpcomingCall = { callId: call.callId, owner: ownerOfOptions(options), cancelled: undefined };
  runtime.upcomingCalls.add(upcoming);
  await earlierCalls;
  runtime.upcomingCalls.delete(upcoming);
  const { cancelled } = upcoming;
  return execute(cancelled === undefined ? options : { ...options, signal: cancelled });
}

/** A batch is one answer of a model, so it is a turn of its own if the host names none. */
function withTurn({ turns }: Runtime, options: ExecuteOptions): { options: ExecuteOptions; endTurn?: () => void } {
  const { turnId, parent } = options;
  if (turnId !== undefined || parent !== undefined) return { options };
  const owner = ownerOfOptions(options);
  const current = turns.current(owner);
  // Fixed now: calls that are still waiting when the next turn begins belong to this one.
  if (current !== undefined) return { options: { ...options, turnId: current } };
  const ownTurn = turns.begin(owner);
  return {
    options: { ...options, turnId: ownTurn },
    endTurn: () => {
      if (turns.current(owner) === ownTurn) turns.end(owner);
    },
  };
}

/** Turns an entry that is not a call into a call of a tool that does not exist, so that it gets a result too. */
function asCall(call: ToolCall | null | undefined): ToolCall {
  return call ?? { name: '', params: undefined };
}

/** The calls of a batch must not share one id. */
function withoutCallId(options: ExecuteOptions): ExecuteOptions {
  const { callId: _, ...others } = options;
  return others;
}
