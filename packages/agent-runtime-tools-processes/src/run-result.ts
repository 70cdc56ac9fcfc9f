import type { ArtifactRef, ToolError } from '@ku0/agent-runtime-tools-core';
import type { ProcessHandle } from './process-handle.ts';

/** How a program ended. The first cause counts: a program that exits after a timeout is still 'timed-out'. */
export type RunStatus = 'exited' | 'signaled' | 'timed-out' | 'cancelled' | 'failed-to-start';

export interface RunResult {
  /** 'running' if its time was up and it continues in the background, as `onTimeout: 'background'` requested. */
  readonly status: RunStatus | 'running';
  /** The program that continues in the background. */
  readonly handle?: ProcessHandle;
  readonly exitCode?: number;
  readonly signal?: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams in the order of arrival, if `interleave` was set. */
  readonly all?: string;
  /** Whether a part of `stdout`, `stderr` or `all` was left out. A line in the text says where. */
  readonly truncated: boolean;
  /** The printed bytes of both streams. */
  readonly totalBytes: number;
  readonly durationMs: number;
  /** Whether it was blocked reading its input or a terminal when its time was up; absent if the system does not tell. */
  readonly waitingForInput?: boolean;
  /** Descendants that outlived the program or left its process group. They were ended, unless `ended` is false. */
  readonly survivors: readonly Survivor[];
  /** The full output in the order of arrival, up to `artifactLimitBytes`. */
  readonly artifact?: ArtifactRef;
  /** The program was never started: it could not be, or it was cancelled or timed out while it waited. */
  readonly notStarted?: true;
  /** Why the program did not run to its own end. */
  readonly error?: ToolError;
  /** Problems outside the program, such as a listener that threw or a full disk. */
  readonly warnings?: readonly string[];
}

export interface Survivor {
  readonly pid: number;
  readonly command: string;
  readonly ended: boolean;
}
