import type { ArtifactOwner, ArtifactRef, ArtifactStore, ToolError } from '@ku0/agent-runtime-tools-core';
import type { Confinement, OutputStream } from '@ku0/agent-runtime-tools-processes';
import type { LimitHit, SandboxLimits } from './sandbox-limits.ts';

/** Runs programs nobody trusts. Where it cannot confine them it runs nothing. */
export interface Sandbox extends Confinement {
  /** Tries it out, once: whether programs can be confined here. Never rejects. */
  check(): Promise<SandboxCheck>;
  /** Runs a program to its end. Never rejects. */
  run(request: SandboxRequest): Promise<SandboxResult>;
  /** The folders that programs see at their own place: the workspace's roots. */
  roots(): Promise<readonly string[]>;
  /** Ends what is running and removes what was put aside for it. A later run begins anew. */
  shutdown(): Promise<void>;
}

export type SandboxCheck =
  | { readonly ok: true; readonly engine: string }
  /** ENGINE_NOT_AVAILABLE, with the reason and the fix. */
  | { readonly ok: false; readonly error: ToolError };

export interface SandboxRequest {
  /** The program and its arguments. `node` and `python3` are found wherever the host has them. */
  readonly argv: readonly string[];
  /** Inside a root. Default: the first root. */
  readonly cwd?: string;
  /** The whole environment besides what every program needs. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default 'workspace-write'. */
  readonly profile?: string;
  /** Less than the sandbox allows. */
  readonly limits?: Partial<SandboxLimits>;
  /** Memory that a program takes without using it, on top of what the limit lets each process have. */
  readonly spareMemoryMb?: number;
  readonly input?: string;
  /** Files that are there for this run alone, by their path below `/run/toolbox/`. */
  readonly files?: Readonly<Record<string, string>>;
  /** Finds out which files of the workspace changed. Default false. */
  readonly trackChanges?: boolean;
  readonly signal?: AbortSignal;
  readonly onOutput?: (stream: OutputStream, text: string) => void;
  readonly maxOutputChars?: number;
  readonly artifacts?: ArtifactStore;
  /** Whom the artifact belongs to. Default: the task `taskId`, of no principal. */
  readonly owner?: ArtifactOwner;
  readonly taskId?: string;
  readonly callId?: string;
}

export interface SandboxResult {
  readonly status: 'exited' | 'stopped' | 'cancelled' | 'not-started';
  /** As shells count: 128 and the signal's number for a program that was killed. */
  readonly exitCode?: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly durationMs: number;
  /** Those that it ran under, where it ran. */
  readonly limits?: SandboxLimits;
  readonly limitHit?: LimitHit;
  /** What the sandbox kept the program from, in sentences. */
  readonly refused: readonly string[];
  /** Paths as the workspace shows them; there when they were asked for. */
  readonly filesChanged?: readonly string[];
  readonly artifact?: ArtifactRef;
  /** Why it did not run, or not to its end. */
  readonly error?: ToolError;
  readonly warnings?: readonly string[];
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ToolServices {
    sandbox?: Sandbox;
  }
}
