import type { Owner } from '@ku0/agent-runtime-tools-core';
import type { ProcessHandle, StartResult } from './process-handle.ts';
import type { Command, RunOptions, StartOptions } from './run-options.ts';
import type { RunResult, Survivor } from './run-result.ts';

/** The service that starts programs. */
export interface Processes {
  /** Runs a program to its end and ends the descendants that outlive it. Never rejects. */
  run(command: Command, options?: RunOptions): Promise<RunResult>;
  /** Starts a program in the background. Never rejects. */
  start(command: Command, options?: StartOptions): Promise<StartResult>;
  /** A background program by its id. With an owner, only if the program belongs to that owner. */
  get(id: string, owner?: Owner): ProcessHandle | undefined;
  /**
   * The background programs of one owner, or all. Includes recently ended programs whose output is still kept. A string is
   * the id of a task without a principal.
   */
  list(owner?: Owner | string): readonly ProcessHandle[];
  /**
   * Ends all programs of an owner, in the foreground and in the background, and deletes their output. A coordinator calls it
   * with a task id and the owner of the task.
   */
  endTask(task: Owner | string, owner?: Owner): Promise<EndReport>;
  /** Ends all programs. Later calls fail with SHUT_DOWN. */
  shutdown(): Promise<EndReport>;
}

export interface EndReport {
  /** How many programs were still running. */
  readonly ended: number;
  readonly survivors: readonly Survivor[];
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ToolServices {
    processes?: Processes;
  }
}
