import type { ToolError } from '@ku0/agent-runtime-tools-core';

/**
 * Turns a command into one that runs confined. Whoever starts programs asks it when confinement is wanted, and starts
 * nothing when it says no.
 */
export interface Confinement {
  /** Never rejects. */
  wrap(request: ConfinementRequest): Promise<ConfinementResult>;
}

export interface ConfinementRequest {
  /** The program and its arguments; a command line comes as `['bash', '-c', line]`. */
  readonly argv: readonly string[];
  /** Absolute, and inside one of the roots. */
  readonly cwd: string;
  /** What the call adds to the inherited environment; undefined takes a variable away. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the program may do, by a name that the confinement knows: 'read-only', 'workspace-write', ... */
  readonly profile: string;
  /** The absolute, resolved folders of the workspace. */
  readonly roots: readonly string[];
  readonly signal?: AbortSignal;
}

export type ConfinementResult =
  | { readonly ok: true; readonly command: ConfinedCommand }
  /** ENGINE_NOT_AVAILABLE with the reason and the fix where it cannot be enforced here. */
  | { readonly ok: false; readonly error: ToolError };

/** A command that is run instead of the asked one, without a shell. */
export interface ConfinedCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** Default: the request's. */
  readonly cwd?: string;
  /** Replaces the request's `env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names passed on from this process, where the usual ones are too many. */
  readonly inheritEnv?: readonly string[];
  /** Called once, when the program has ended or could not be started, and waited for. */
  dispose(): Promise<void> | void;
  /** A note for the model where the confinement kept the program from something. Asked after `dispose`. */
  explain?(ended: ConfinedEnding): string | undefined;
}

export interface ConfinedEnding {
  readonly exitCode?: number;
  readonly signal?: string;
  readonly stdout: string;
  readonly stderr: string;
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ToolServices {
    confinement?: Confinement;
  }
}
