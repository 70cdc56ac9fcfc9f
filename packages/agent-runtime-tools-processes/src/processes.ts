import type { ProcessHandle, StartResult } from './process-handle.ts';
import type { Command, RunOptions, StartOptions } from './run-options.ts';
import type { RunResult, Survivor } from './run-result.ts';

/** The one way programs are started here. */
export interface Processes {
  /** Runs a program to its end and leaves nothing of it running. Never rejects. */
  run(command: Command, options?: RunOptions): Promise<RunResult>;
  /** Starts a program in the background. Never rejects. */
  start(command: Command, options?: StartOptions): Promise<StartResult>;
  get(id: string): ProcessHandle | undefined;
  /** Background programs, the ended ones too as long as their output is kept; of one task, or all. */
  list(taskId?: string): readonly ProcessHandle[];
  /** Ends whatever runs for a task, in the foreground or the background, and forgets its output. */
  endTask(taskId: string): Promise<EndReport>;
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
