import type { ArtifactOwner, ToolContext, ToolError, ToolIdentity } from '@ku0/agent-runtime-tools-core';
import type { Processes } from '@ku0/agent-runtime-tools-processes';
import type { HookType } from '../config/hook-config.ts';

/** The call that hooks are about, as far as they are told. */
export interface HookCall {
  readonly tool: ToolIdentity;
  readonly taskId: string;
  readonly callId: string;
  readonly cwd: string;
  /** Where relative paths of file tools start: the workspace's first root. Default: `cwd`. */
  readonly filesFrom?: string;
  readonly mode: 'plan' | 'act';
  readonly workspaceRoots: readonly string[];
  readonly event: HookEvent;
}

/** What has happened, or is about to. */
export interface HookEvent {
  readonly type: HookType;
  readonly parameters: unknown;
  /** After the tool: its value or its error, and how long it took. */
  readonly outcome?: CallOutcome;
  readonly durationMs?: number;
}

export type CallOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ToolError };

/** What hooks are run with. */
export interface HookHost {
  readonly processes: () => Processes;
  readonly signal: AbortSignal;
  /** The call was stopped and settles soon, whatever its hooks do. */
  readonly hurried?: boolean;
  readonly artifacts?: ToolContext['services']['artifacts'];
  /** Whom artifacts belong to. Default: the call's task, of no principal. */
  readonly owner?: ArtifactOwner;
  readonly publish?: ToolContext['publish'];
  readonly say?: (message: string) => void | Promise<void>;
}
