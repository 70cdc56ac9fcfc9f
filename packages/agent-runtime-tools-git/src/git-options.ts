import type { ToolLimits } from '@ku0/agent-runtime-tools-core';

/** The options of `gitPack`, for all tools. */
export interface GitOptions {
  /** The git program, version 2.31 or newer. Default: `git` in the PATH. */
  readonly gitPath?: string;
  /** Run the hooks of repositories. Default false. */
  readonly allowHooks?: boolean;
  /**
   * Names of filter and merge drivers that may run, such as 'lfs', as the settings of the user and the system define them.
   * Default: none.
   */
  readonly allowDrivers?: readonly string[];
  /** Sign commits if the settings ask for it. Default false. */
  readonly allowSigning?: boolean;
  /** How remotes may be reached. Default: https and ssh. With 'file', hooks of the other repository can run. */
  readonly pushProtocols?: readonly string[];
  /** Folders outside the workspace in which a repository may keep its data, for linked worktrees. Default: none. */
  readonly repositoryFolders?: readonly string[];
  /** Further variables of git, such as SSH_AUTH_SOCK. */
  readonly env?: Readonly<Record<string, string>>;
  /** The longest time of a call, in seconds. Default 60. */
  readonly timeout?: number;
}

/** The options with all defaults. */
export interface GitSettings extends Required<GitOptions> {
  readonly limits: ToolLimits;
}

/** Throws for options that are not valid. */
export function gitSettings(options: GitOptions): GitSettings {
  const { timeout = 60, allowDrivers = [], repositoryFolders = [], pushProtocols = ['https', 'ssh'] } = options;
  if (!Number.isFinite(timeout) || timeout <= 0 || timeout > MAX_SECONDS)
    throw new RangeError(`gitPack: timeout is ${timeout}; give seconds above 0 and up to ${MAX_SECONDS}.`);
  return {
    gitPath: 'git',
    allowHooks: false,
    allowSigning: false,
    env: {},
    ...options,
    allowDrivers: list(allowDrivers, 'allowDrivers'),
    repositoryFolders: list(repositoryFolders, 'repositoryFolders'),
    pushProtocols: list(pushProtocols, 'pushProtocols'),
    timeout,
    limits: { timeoutMs: timeout * 1000, graceMs: 2000 },
  };
}

const MAX_SECONDS = 3600;

function list(value: unknown, name: string): readonly string[] {
  if (Array.isArray(value) && value.every((item): item is string => typeof item === 'string')) return value;
  throw new TypeError(`gitPack: ${name} is a list of texts.`);
}
