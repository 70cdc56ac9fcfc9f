import type {
  AnyTools,
  ExecuteOptions,
  PartialPiece,
  PartialToolUse,
  ToolResult,
  ToolView,
} from '@ku0/agent-runtime-tools-core';

/** What the loop of an agent does with its tools. Every call is made in one task, whatever the options say. */
export type TaskTools = Pick<
  AnyTools,
  'getNames' | 'has' | 'getToolDefinitions' | 'execute' | 'executeAll' | 'toToolMessages' | 'preview'
> & {
  readonly taskId: string;
  /** Begins a turn, one answer of a model. The calls until the next one belong to it. */
  beginTurn(): string;
  /** Passes on a piece of the arguments of a call, while they stream. */
  handlePartial(piece: PartialPiece): Promise<PartialToolUse | undefined>;
  /** Tells that a call whose arguments were streaming will not be made. */
  dropPartial(callId: string): void;
};

/** The tools bound to one task: its id, principal and, for a sub-agent, the call that it works for. */
export function taskTools(
  tools: ToolView,
  scope: Pick<ExecuteOptions, 'principal' | 'parent' | 'signal' | 'callbacks'> & { readonly taskId: string },
): TaskTools {
  const { taskId } = scope;
  const principal = scope.principal ?? scope.parent?.principal;
  const owner = { taskId, ...(principal !== undefined && { principal }) };
  // A call would otherwise inherit the turn of its parent, and a rejection would last for all turns of the sub-agent.
  let turnId = tools.beginTurn(owner);
  const bound = (options?: ExecuteOptions): ExecuteOptions => ({ ...options, ...scope, ...owner, turnId });
  return {
    taskId,
    getNames: () => tools.getNames(),
    has: (name) => tools.has(name),
    getToolDefinitions: (options) => tools.getToolDefinitions(options),
    execute: (name, params, options): Promise<ToolResult> => tools.execute(name, params, bound(options)),
    executeAll: (calls, options) => tools.executeAll(calls, bound(options)),
    toToolMessages: (results, options) => tools.toToolMessages(results, options),
    preview: (result, maxLines) => tools.preview(result, maxLines),
    beginTurn: () => (turnId = tools.beginTurn(owner)),
    handlePartial: (piece) => tools.handlePartial(piece, bound()),
    dropPartial: (callId) => tools.dropPartial(callId, owner),
  };
}
