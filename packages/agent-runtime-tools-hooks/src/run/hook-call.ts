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

/** The call that hooks are about, as far as they are told. */
export interface HookCall {
  readonly tool: ToolIdentity;
  readonly taskId: string;
  /** On whose behalf the call is made, where the host says so. */
  readonly principal?: Principal;
  /** Whom programs and artifacts of its hooks belong to. */
  readonly owner: ArtifactOwner;
  readonly callId: string;
  /** Where the call belongs in a distributed trace. */
  readonly trace?: TraceContext;
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
  readonly publish?: ToolContext['publish'];
  readonly say?: (message: string) => void | Promise<void>;
}
