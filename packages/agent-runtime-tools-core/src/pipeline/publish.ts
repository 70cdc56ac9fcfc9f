import type { ToolResult } from '../contracts/tool-result.ts';
import type { Call } from './call.ts';

export function publishStart(call: Call, params: unknown): void {
  call.runtime.activity.publish(
    'tool_call_start',
    call,
    { toolName: call.toolName, arguments: params },
    call.startedAt,
    call.argumentChars,
  );
}

/** The end of a call, preceded by its error where it failed. */
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
