import type { ArtifactRef, ToolError } from '@ku0/agent-runtime-tools-core';
import type { ProcessHandle } from './process-handle.ts';

/** How a program ended. The first cause counts: a timeout stays one whatever the program then does. */
export type RunStatus = 'exited' | 'signaled' | 'timed-out' | 'cancelled' | 'failed-to-start';

export interface RunResult {
  /** 'running' when its time was up and it went on in the background, as `onTimeout` asked for. */
  readonly status: RunStatus | 'running';
  /** The program that goes on in the background. */
  readonly handle?: ProcessHandle;
  readonly exitCode?: number;
  readonly signal?: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams in the order of arrival, where `interleave` asked for it. */
  readonly all?: string;
  /** Something was left out of `stdout`, `stderr` or `all`; a line in the text says where. */
  readonly truncated: boolean;
  /** Of both streams, as printed. */
  readonly totalBytes: number;
  readonly durationMs: number;
  /** When its time was up, it was blocked reading its input or a terminal; absent where the system does not tell. */
  readonly waitingForInput?: boolean;
  /** What outlived the program or had left its process group, all of it ended unless `ended` is false. */
  readonly survivors: readonly Survivor[];
  /** The full output in the order of arrival, up to the service's limit. */
  readonly artifact?: ArtifactRef;
  /** It was never started: there was something wrong with it, or it was no longer wanted when its turn came. */
  readonly notStarted?: true;
  /** Why it did not run to its own end. */
  readonly error?: ToolError;
  /** What went wrong beside the program: a listener that threw, a full disk. */
  readonly warnings?: readonly string[];
}

export interface Survivor {
  readonly pid: number;
  readonly command: string;
  readonly ended: boolean;
}
