import type { ArtifactOwner, ArtifactRef, ArtifactStore, ToolError } from '@ku0/agent-runtime-tools-core';
import type { Confinement, OutputStream } from '@ku0/agent-runtime-tools-processes';
import type { LimitHit, SandboxLimits } from './sandbox-limits.ts';

/** Runs untrusted programs. If it cannot confine a program, it does not run it. */
export interface Sandbox extends Confinement {
  /** Checks with a test run whether programs can be confined on this system. Never rejects. */
  check(): Promise<SandboxCheck>;
  /** Runs a program to its end. Never rejects. */
  run(request: SandboxRequest): Promise<SandboxResult>;
  /** The roots of the workspace. Programs see them under the same paths. */
  roots(): Promise<readonly string[]>;
  /** Ends all runs and removes temporary files. Later runs start the service again. */
  shutdown(): Promise<void>;
}

export type SandboxCheck =
  | { readonly ok: true; readonly engine: string }
  /** ENGINE_NOT_AVAILABLE, with the reason and the fix. */
  | { readonly ok: false; readonly error: ToolError };

export interface SandboxRequest {
  /** The program and its arguments. `node` and `python3` work wherever they are installed on the host. */
  readonly argv: readonly string[];
  /** Inside a root. Default: the first root. */
  readonly cwd?: string;
  /** The environment. A dozen variables that every program needs are added. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default 'workspace-write'. */
  readonly profile?: string;
  /** At most what the sandbox allows; higher values are reduced. */
  readonly limits?: Partial<SandboxLimits>;
  /** Address space that the program reserves without using it, added to the memory limit of each process. */
  readonly spareMemoryMb?: number;
  readonly input?: string;
  /** Files for this run, by their names in `/run/toolbox/`. */
  readonly files?: Readonly<Record<string, string>>;
  /** Reports which files of the workspace changed. Default false. */
  readonly trackChanges?: boolean;
  readonly signal?: AbortSignal;
  readonly onOutput?: (stream: OutputStream, text: string) => void;
  readonly maxOutputChars?: number;
  readonly artifacts?: ArtifactStore;
  /** The owner of the artifact. Default: the task `taskId` without a principal. */
  readonly owner?: ArtifactOwner;
  readonly taskId?: string;
  readonly callId?: string;
}

export interface SandboxResult {
  readonly status: 'exited' | 'stopped' | 'cancelled' | 'not-started';
  /** As shells report it: 128 plus the signal number for a program that was killed. */
  readonly exitCode?: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly durationMs: number;
  /** The limits that applied, if the program was started. */
  readonly limits?: SandboxLimits;
  readonly limitHit?: LimitHit;
  /** Sentences about what the sandbox prevented. */
  readonly refused: readonly string[];
  /** Relative to the first root; present with `trackChanges`. */
  readonly filesChanged?: readonly string[];
  readonly artifact?: ArtifactRef;
  /** Why the program was not started or was cancelled. */
  readonly error?: ToolError;
  readonly warnings?: readonly string[];
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ToolServices {
    sandbox?: Sandbox;
  }
}
