import type { Principal } from '@ku0/agent-runtime-tools-core';
import type { Processes } from '@ku0/agent-runtime-tools-processes';

export interface HooksOptions {
  /** Where command hooks run. Default: `services.processes`, else a service of the hooks' own. */
  readonly processes?: Processes;
  /** The roots named in the input of hooks. Default: those of `services.workspace`, else the call's folder. */
  readonly workspaceRoots?: readonly string[];
  /** Within the phase `hook`, higher runs further out. */
  readonly priority?: number;
  /**
   * Run the hooks of a batch's calls before conflicting earlier calls have ended, so that a person gets all questions together,
   * and again when it is the call's turn. False: hooks run once, in turn, and questions come one by one. Default true.
   */
  readonly judgesAhead?: boolean;
  /**
   * Called when a hook stops the whole turn. Later calls of the turn fail in any case; the host can end the conversation or
   * cancel the task.
   */
  readonly onStop?: (stop: HookStop) => void;
}

export interface HookStop {
  /** On whose behalf the call was made, if the host named a principal. */
  readonly principal?: Principal;
  readonly taskId: string;
  readonly turnId: string;
  readonly callId: string;
  readonly reason: string;
}
