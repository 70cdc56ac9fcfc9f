import type { Owner } from '@ku0/agent-runtime-tools-core';
import type { ProcessHandle, StartResult } from './process-handle.ts';
import type { Command, RunOptions, StartOptions } from './run-options.ts';
import type { RunResult, Survivor } from './run-result.ts';

/** The one way programs are started here. */
export interface Processes {
  /** Runs a program to its end and leaves nothing of it running. Never rejects. */
  run(command: Command, options?: RunOptions): Promise<RunResult>;
  /** Starts a program in the background. Never rejects. */
  start(command: Command, options?: StartOptions): Promise<StartResult>;
  /** With an owner, only a program of its own. */
  get(id: string, owner?: Owner): ProcessHandle | undefined;
  /**
   * Background programs, the latest ended ones too while their output is kept: of one owner, or all. A task id alone is
   * a task of a host that names no principals.
   */
  list(of?: Owner | string): readonly ProcessHandle[];
  /**
   * Ends whatever runs for an owner, in the foreground or the background, and forgets its output. A coordinator gives the
   * task id and its owner.
   */
  endTask(of: Owner | string, owner?: Owner): Promise<EndReport>;
  /** Ends everything; nothing can be started afterwards. */
  shutdown(): Promise<EndReport>;
}

export interface EndReport {
  /** Programs that were still running. */
  readonly ended: number;
  readonly survivors: readonly Survivor[];
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ToolServices {
    processes?: Processes;
  }
}
