import type {
  ArtifactOwner,
  Principal,
  ToolContext,
  ToolError,
  ToolIdentity,
  TraceContext,
} from '@ku0/agent-runtime-tools-core';
import type { Processes } from '@ku0/agent-runtime-tools-processes';
import type { HookType } from '../config/hook-config.ts';

/** The call that hooks are about. */
export interface HookCall {
  readonly tool: ToolIdentity;
  readonly taskId: string;
  /** The user on whose behalf the call is made, if the host names one. */
  readonly principal?: Principal;
  /** The owner of the programs and artifacts of its hooks. */
  readonly owner: ArtifactOwner;
  readonly callId: string;
  /** The position of the call in a distributed trace. */
  readonly trace?: TraceContext;
  readonly cwd: string;
  /** The folder that relative paths of file tools start from: the workspace's first root. Default: `cwd`. */
  readonly filesFrom?: string;
  readonly mode: 'plan' | 'act';
  readonly workspaceRoots: readonly string[];
  readonly event: HookEvent;
}

/** The event that a hook runs for. */
export interface HookEvent {
  readonly type: HookType;
  readonly parameters: unknown;
  /** Set after the tool has run. */
  readonly outcome?: CallOutcome;
  readonly durationMs?: number;
}

export type CallOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ToolError };

/** The services that hooks run with. */
export interface HookHost {
  readonly processes: () => Processes;
  readonly signal: AbortSignal;
  /** The call was stopped and will settle soon without waiting for its hooks. */
  readonly isCallStopped?: boolean;
  readonly artifacts?: ToolContext['services']['artifacts'];
  readonly publish?: ToolContext['publish'];
  readonly say?: (message: string) => void | Promise<void>;
}

/** Thrown when a call cannot be shown to a hook as a whole. The call is then blocked, whatever the hook's failure policy. */
export class UnrepresentableCallError extends Error {
  override readonly name = 'UnrepresentableCallError';
}
