import type { ToolResult } from '@ku0/agent-runtime-tools-core';

/** 130: an agent was interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

export const OK: ExitCode = 0;
export const FAILED: ExitCode = 1;
export const USAGE: ExitCode = 2;
export const DENIED: ExitCode = 3;

/** The exit code for the result of a call. */
export function exitCodeOf(result: ToolResult): ExitCode {
  if (result.ok) return OK;
  if (DENIAL_CODES.has(result.error.code)) return DENIED;
  return result.error.code === 'TOOL_NOT_FOUND' ? USAGE : FAILED;
}

/** The tool did not run because a person, a rule, a mode or a hook denied the call. */
const DENIAL_CODES: ReadonlySet<string> = new Set([
  'APPROVAL_DENIED',
  'APPROVAL_REQUIRED',
  'TURN_REJECTED',
  'MODE_RESTRICTED',
  'HOOK_BLOCKED',
]);
