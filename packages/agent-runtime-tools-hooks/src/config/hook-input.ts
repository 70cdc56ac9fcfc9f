import type { Principal } from '@ku0/agent-runtime-tools-core';
import type { HookType } from './hook-config.ts';

/** What a hook is given; one of the three parts is there. */
export interface HookInput {
  readonly hookName: HookType;
  /** Milliseconds since the epoch, as text. */
  readonly timestamp: string;
  readonly taskId: string;
  /** On whose behalf the call is made, where the host says so. */
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
