import type { ResourceUse } from '../contracts/resource-use.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import type { ExecuteOptions } from '../execute-options.ts';
import { changesThings } from '../pipeline/guard.ts';
import { Refusal } from '../pipeline/refusal.ts';
import type { Runtime } from '../pipeline/runtime.ts';
import type { ToolLookup } from '../registry.ts';
import { validateDetached } from '../pipeline/check-arguments.ts';
import { conflicts } from './conflicts.ts';

/** One call of a model's batch. */
export interface ToolCall {
  readonly name: string;
  readonly params: unknown;
  readonly callId?: string;
}

/**
 * Runs a batch so that it ends as if its calls had run one after the other: each call waits for the earlier ones
 * that it conflicts with, and for no others. Results in call order. Never rejects.
 */
export function executeBatch(
  runtime: Runtime,
  tools: ToolLookup,
  calls: readonly ToolCall[],
  given: ExecuteOptions,
  execute: (call: ToolCall, options: ExecuteOptions) => Promise<ToolResult>,
): Promise<ToolResult[]> {
  const { options, end } = withTurn(runtime, given);
  const scheduled: { uses: readonly ResourceUse[]; done: Promise<ToolResult> }[] = [];
  for (const call of calls) {
    const uses = usesOf(runtime, tools, call, options);
    const earlier = scheduled.filter((other) => conflicts(uses, other.uses)).map((other) => other.done);
    const merged: ExecuteOptions =
      call.callId === undefined ? withoutCallId(options) : { ...options, callId: call.callId };
    const run = (): Promise<ToolResult> => execute(call, merged);
    scheduled.push({ uses, done: earlier.length === 0 ? run() : Promise.all(earlier).then(run) });
  }
  return Promise.all(scheduled.map((entry) => entry.done)).finally(end);
}

/** A batch is what a model asked for in one answer: where the host names no turn, it is one of its own. */
function withTurn({ turns }: Runtime, options: ExecuteOptions): { options: ExecuteOptions; end?: () => void } {
  const { taskId = 'default', turnId, parent } = options;
  const current = turns.find(taskId);
  if (turnId !== undefined || parent !== undefined || current !== undefined) return { options };
  const own = turns.begin(taskId);
  return {
    options: { ...options, turnId: own },
    end: () => {
      if (turns.find(taskId)?.turnId === own) turns.end(taskId);
    },
  };
}

/** What a call touches: as the tool says, else as its capabilities suggest. A call that will fail touches nothing. */
function usesOf(runtime: Runtime, tools: ToolLookup, call: ToolCall, options: ExecuteOptions): readonly ResourceUse[] {
  const entry = tools.find(call.name);
  if (entry === undefined) return [];
  const { handler } = entry;
  if (handler.resources !== undefined) {
    const validated = validateDetached(runtime, entry, call.params);
    if (validated instanceof Refusal) return [];
    try {
      return handler.resources(validated, { cwd: options.cwd ?? runtime.cwd });
    } catch {
      return EVERYTHING;
    }
  }
  if (changesThings(handler)) return EVERYTHING;
  return handler.capabilities.readsFiles ? READS : [];
}

const EVERYTHING: readonly ResourceUse[] = [{ key: '*', access: 'write' }];
const READS: readonly ResourceUse[] = [{ key: '*', access: 'read' }];

/** One id cannot stand for a whole batch. */
function withoutCallId(options: ExecuteOptions): ExecuteOptions {
  const { callId: _, ...others } = options;
  return others;
}
