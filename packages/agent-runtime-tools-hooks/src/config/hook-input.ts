import type { Principal } from '@ku0/agent-runtime-tools-core';
import type { HookType } from './hook-config.ts';

/** The input of a hook, with one of `preToolUse`, `postToolUse` and `onError`. */
export interface HookInput {
  readonly hookName: HookType;
  /** Milliseconds since the epoch, as text. */
  readonly timestamp: string;
  readonly taskId: string;
  /** The user on whose behalf the call is made, if the host names one. */
  readonly principal?: Principal;
  readonly callId: string;
  readonly cwd: string;
  readonly workspaceRoots: readonly string[];
  readonly preToolUse?: PreToolUse;
  readonly postToolUse?: PostToolUse;
  readonly onError?: OnError;
}

export interface PreToolUse {
  readonly toolName: string;
  readonly parameters: unknown;
}

export interface PostToolUse extends PreToolUse {
  /** The value, or the error. */
  readonly result: unknown;
  readonly success: boolean;
  readonly executionTimeMs: number;
}

export interface OnError extends PreToolUse {
  readonly error: HookError;
  readonly executionTimeMs: number;
}

/** An error as data: an `Error` itself would be `{}` in JSON. */
export interface HookError {
  readonly code: string;
  readonly kind: string;
  readonly message: string;
  readonly suggestion?: string;
  readonly stack: string;
}
