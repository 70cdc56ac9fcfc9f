import type { Processes } from '@ku0/agent-runtime-tools-processes';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { SandboxLimits } from './sandbox-limits.ts';

export interface SandboxOptions {
  /** Programs can read its roots and, if the profile allows it, change them. */
  readonly workspace: Workspace;
  /** Starts the programs. Default: a new process service. */
  readonly processes?: Processes;
  /** The most that a run may use. */
  readonly limits?: Partial<SandboxLimits>;
  /** Folders outside the workspace that programs may change, if they may change the workspace. */
  readonly writable?: readonly string[];
  /** Files and folders outside the workspace that programs may read. */
  readonly readable?: readonly string[];
  /** The program behind `python3` inside. Default: the system's Python. */
  readonly python?: string;
  /** The program behind `node` inside. Default: the Node that runs this process. */
  readonly node?: string;
  /**
   * Allows Unix sockets. Programs can then connect to the host's sockets in the workspace and, with the network, to its
   * abstract sockets. Default false.
   */
  readonly unixSockets?: boolean;
  /** The folders with `bwrap` and `prlimit`. Default: the system's folders for programs. */
  readonly searchPath?: readonly string[];
}
