import type { ResourceUse } from '../contracts/resource-use.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import type { ExecuteOptions } from '../execute-options.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { UpcomingCall } from './upcoming-call.ts';
import type { ToolLookup } from '../registry/tool-registry.ts';
import { chainOf } from '../pipeline/pipeline.ts';
import { ownerOfOptions } from '../task-scope.ts';
import { Batch, BatchPlace } from './batch.ts';
import { conflicts } from './conflicts.ts';
import { usesOf } from './call-resources.ts';

/** One call of a model's batch. */
export interface ToolCall {
  readonly name: string;
  readonly params: unknown;
  readonly callId?: string;
}

/** Runs one call of the batch. */
type Execute = (call: ToolCall, options: ExecuteOptions, place: BatchPlace) => Promise<ToolResult>;

/**
 * Runs a batch so that it ends as if its calls had run one after the other: each call waits for the earlier ones
 * that it conflicts with, and for no others. Where those who judge calls allow it, calls are judged before they wait, so
 * that all questions of the batch come together. Results in call order. Never rejects.
 */
export function executeBatch(
  runtime: Runtime,
  tools: ToolLookup,
  calls: readonly ToolCall[],
  given: ExecuteOptions,
  execute: Execute,
): Promise<ToolResult[]> {
  const { options, end } = withTurn(runtime, given);
  const batch = new Batch(runtime.callIds.next(), calls.length);
  const scheduled: { uses: readonly ResourceUse[]; done: Promise<ToolResult> }[] = [];
  for (const call of calls.map(asCall)) {
    const uses = usesOf(runtime, tools, call, options);
    const earlier = scheduled.filter((other) => conflicts(uses, other.uses)).map((other) => other.done);
    const merged: ExecuteOptions =
      call.callId === undefined ? withoutCallId(options) : { ...options, callId: call.callId };
    const ahead = mayJudgeAhead(runtime, tools, call, options);
    const before = earlier.length === 0 ? undefined : Promise.all(earlier);
    const done =
      before === undefined || ahead
        ? execute(call, merged, new BatchPlace(batch, { ahead, earlier: before }))
        : inTurn(runtime, before, call, merged, (own) =>
            execute(call, own, new BatchPlace(batch, { ahead: false, earlier: undefined })),
          );
    scheduled.push({ uses, done });
  }
  batch.leave();
  return Promise.all(scheduled.map((entry) => entry.done)).finally(end);
}

/** Whether everybody who judges calls of this tool can do so before it is their turn. Never throws. */
function mayJudgeAhead(runtime: Runtime, tools: ToolLookup, { name }: ToolCall, options: ExecuteOptions): boolean {
  try {
    const entry = tools.find(name);
    if (entry === undefined) return false;
    return chainOf(entry, runtime, options.services ?? options.parent?.services ?? runtime.services).judgesAhead;
  } catch {
    return false;
  }
}

/** The call once the earlier ones have ended; stopped at its very start when it was cancelled while it waited. */
async function inTurn(
  runtime: Runtime,
  earlier: Promise<unknown>,
  call: ToolCall,
  options: ExecuteOptions,
  execute: (options: ExecuteOptions) => Promise<ToolResult>,
): Promise<ToolResult> {
  const upcoming: UpcomingCall = { callId: call.callId, owner: ownerOfOptions(options), cancelled: undefined };
  runtime.upcoming.add(upcoming);
  await earlier;
  runtime.upcoming.delete(upcoming);
  const { cancelled } = upcoming;
  return execute(cancelled === undefined ? options : { ...options, signal: cancelled });
}

/** A batch is what a model asked for in one answer: where the host names no turn, it is one of its own. */
function withTurn({ turns }: Runtime, options: ExecuteOptions): { options: ExecuteOptions; end?: () => void } {
  const { turnId, parent } = options;
  if (turnId !== undefined || parent !== undefined) return { options };
  const owner = ownerOfOptions(options);
  const current = turns.current(owner);
  // What still waits when the next turn begins belongs to this one nevertheless.
  if (current !== undefined) return { options: { ...options, turnId: current } };
  const own = turns.begin(owner);
  return {
    options: { ...options, turnId: own },
    end: () => {
      if (turns.current(owner) === own) turns.end(owner);
    },
  };
}

/** A model's list may hold anything: what is no call is one of a tool that does not exist. */
function asCall(call: ToolCall | null | undefined): ToolCall {
  return call ?? { name: '', params: undefined };
}

/** One id cannot stand for a whole batch. */
function withoutCallId(options: ExecuteOptions): ExecuteOptions {
  const { callId: _, ...others } = options;
  return others;
}
