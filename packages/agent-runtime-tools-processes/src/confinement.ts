import type { ToolError } from '@ku0/agent-runtime-tools-core';

/** Turns a command into one that runs confined, for example in a sandbox. If it fails, the command must not run. */
export interface Confinement {
  /** Never rejects. */
  wrap(request: ConfinementRequest): Promise<ConfinementResult>;
}

export interface ConfinementRequest {
  /** The program and its arguments; a command line is given as `['bash', '-c', line]`. */
  readonly argv: readonly string[];
  /** Absolute, and inside one of the roots. */
  readonly cwd: string;
  /** Variables that the call adds to the inherited environment; undefined removes a variable. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The name of a profile that the confinement knows, such as 'read-only' or 'workspace-write'. */
  readonly profile: string;
  /** The absolute, resolved folders of the workspace. */
  readonly roots: readonly string[];
  readonly signal?: AbortSignal;
}

export type ConfinementResult =
  | { readonly ok: true; readonly command: ConfinedCommand }
  /** ENGINE_NOT_AVAILABLE, with the reason and the fix, if programs cannot be confined on this system. */
  | { readonly ok: false; readonly error: ToolError };

/** The command to run instead of the requested one, without a shell. */
export interface ConfinedCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** Default: the `cwd` of the request. */
  readonly cwd?: string;
  /** Replaces the `env` of the request. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of inherited variables. Default: those of the process service. */
  readonly inheritEnv?: readonly string[];
  /** To be called and awaited once, when the program has ended or could not be started. */
  dispose(): Promise<void> | void;
  /** A note for the model about what the confinement prevented. Call it after `dispose`. */
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
