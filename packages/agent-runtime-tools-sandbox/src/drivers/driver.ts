import type { ToolError } from '@ku0/agent-runtime-tools-core';
import type { LimitHit, SandboxLimits } from '../sandbox-limits.ts';
import type { SandboxProfile } from '../sandbox-profile.ts';
import type { ExtraPath } from '../workspace-view/view-roots.ts';
import type { WorkspaceView } from '../workspace-view/workspace-view.ts';

/** Confines programs on one kind of operating system. */
export interface SandboxDriver {
  /** Runs a test program to check that confinement works. A success is remembered. Never rejects. */
  check(): Promise<ToolError | undefined>;
  readonly engine: string;
  /** Never rejects. */
  prepare(plan: ConfinedPlan): Promise<PreparedRun | { readonly error: ToolError }>;
  shutdown(): Promise<void>;
}

/** A run whose settings are all decided. */
export interface ConfinedPlan {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly profile: SandboxProfile;
  readonly limits: SandboxLimits;
  readonly spareMemoryMb: number;
  readonly view: WorkspaceView;
  /** Paths outside the workspace that the run may change, if it may change the workspace. */
  readonly writable: readonly ExtraPath[];
  readonly readable: readonly ExtraPath[];
  readonly files: Readonly<Record<string, string>>;
  /** Whether the caller hides `hideDescriptors` from the program. Otherwise the start script closes them, which is slower. */
  readonly descriptorsHidden: boolean;
}

/** The program to start instead of the requested one. Its limits are watched until `settle` is called. */
export interface PreparedRun {
  readonly file: string;
  readonly args: readonly string[];
  /** The environment of bubblewrap, not of the confined program. */
  readonly env: Readonly<Record<string, string>>;
  /** Descriptors of this process that the program would inherit. */
  readonly hideDescriptors: readonly number[];
  /** The limit that the run exceeded, as soon as the watchdog has ended it. */
  readonly limitHit: LimitHit | undefined;
  /** To be called once, when the program has ended or could not be started. */
  settle(): Promise<SettledRun>;
}

export interface SettledRun {
  /** Undefined if the program was not started, because the sandbox could not be set up, or was killed from outside. */
  readonly exitCode: number | undefined;
}
