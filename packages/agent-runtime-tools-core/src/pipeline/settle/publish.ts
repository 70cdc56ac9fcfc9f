import { boundedCopy } from '../../arguments/bounded-copy.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import type { Call } from '../call/call.ts';

/** Publishes the start of a call. `params` is undefined if the call was refused. */
export function publishStart(call: Call, params: unknown, rawParams: unknown): void {
  const { activity } = call.runtime;
  const { toolName, startedAt } = call;
  const { trace } = call.context;
  if (call.argumentsUnchanged && params !== undefined) {
    activity.publish(
      'tool_call_start',
      call,
      trace === undefined
        ? { toolName, arguments: params, sent: params }
        : { toolName, arguments: params, sent: params, trace },
      startedAt,
      call.argumentChars,
    );
    return;
  }
  const { copy, chars } = boundedCopy(rawParams);
  const size = call.argumentChars + chars;
  const data = { toolName, arguments: params, sent: copy, ...(trace !== undefined && { trace }) };
  activity.publish('tool_call_start', call, data, startedAt, size);
}

/** Publishes the end of a call, preceded by its error if it failed. */
export function publishEnd(call: Call, result: ToolResult): void {
  const { activity } = call.runtime;
  const { toolName, settledAt } = call;
  if (!result.ok) activity.publish('error', call, { toolName, error: result.error }, settledAt, call.outputChars);
  activity.publish(
    'tool_call_end',
    call,
    { toolName, success: result.ok, durationMs: settledAt - call.startedAt, result },
    settledAt,
    call.outputChars,
  );
}
