import type { Principal } from '@ku0/agent-runtime-tools-core';
import type { Processes } from '@ku0/agent-runtime-tools-processes';

export interface HooksOptions {
  /** Where command hooks run. Default: `services.processes`, else a service of the hooks' own. */
  readonly processes?: Processes;
  /** Told to hooks. Default: the roots of `services.workspace`, else the call's folder. */
  readonly workspaceRoots?: readonly string[];
  /** Within the phase `hook`, higher runs further out. */
  readonly priority?: number;
  /**
   * Hooks judge calls of a batch before earlier ones that they conflict with have ended, so that all questions to a person come
   * together, and once more in their turn. False: once, in their turn, and questions come one by one. Default true.
   */
  readonly judgesAhead?: boolean;
  /**
   * A hook wants everything to stop, not only this call. Later calls of the turn, to whichever tool, fail anyway; the host
   * can end the conversation or cancel the task.
   */
  readonly onStop?: (stop: HookStop) => void;
}

export interface HookStop {
  readonly principal?: Principal;
  readonly taskId: string;
  readonly turnId: string;
  readonly callId: string;
  readonly reason: string;
}
