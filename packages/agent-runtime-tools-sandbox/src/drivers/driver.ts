import type { ToolError } from '@ku0/agent-runtime-tools-core';
import type { LimitHit, SandboxLimits } from '../sandbox-limits.ts';
import type { SandboxProfile } from '../sandbox-profile.ts';
import type { ExtraPlace } from '../view-roots.ts';
import type { WorkspaceView } from '../workspace-view/workspace-view.ts';

/** One way to confine programs, on one kind of system. */
export interface SandboxDriver {
  /** Tries it out by confining a program and looking whether it is. Kept once it worked. Never rejects. */
  check(): Promise<ToolError | undefined>;
  readonly engine: string;
  /** Never rejects. */
  prepare(plan: ConfinedPlan): Promise<PreparedRun | { readonly error: ToolError }>;
  shutdown(): Promise<void>;
}

/** A run with everything decided. */
export interface ConfinedPlan {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly profile: SandboxProfile;
  readonly limits: SandboxLimits;
  readonly spareMemoryMb: number;
  readonly view: WorkspaceView;
  /** Outside of the workspace: what may be changed where the workspace may, and what may be read. */
  readonly writable: readonly ExtraPlace[];
  readonly readable: readonly ExtraPlace[];
  readonly files: Readonly<Record<string, string>>;
  /** Whoever starts it keeps `hideDescriptors` from it; otherwise it has to close them itself, which takes longer. */
  readonly startedHiding: boolean;
}

/** A program to start instead of the asked one. Its limits are watched from now until it is settled. */
export interface PreparedRun {
  readonly file: string;
  readonly args: readonly string[];
  /** Of the program that confines, not of the confined one. */
  readonly env: Readonly<Record<string, string>>;
  /** What this process was started with and would pass on. */
  readonly hideDescriptors: readonly number[];
  /** The limit for which the run was ended, as soon as it was. */
  readonly limitHit: LimitHit | undefined;
  /** To be called once, when the program has ended or could not be started. */
  settle(): Promise<SettledRun>;
}

export interface SettledRun {
  /** Undefined when the program was never started, for the confinement could not be set up, or was killed from outside. */
  readonly exitCode: number | undefined;
}
