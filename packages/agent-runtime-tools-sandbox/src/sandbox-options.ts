import type { Processes } from '@ku0/agent-runtime-tools-processes';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { SandboxLimits } from './sandbox-limits.ts';

export interface SandboxOptions {
  /** Its roots are what programs see and, where the profile says so, change. */
  readonly workspace: Workspace;
  /** Default: a service of its own. */
  readonly processes?: Processes;
  /** The most that any run may use. */
  readonly limits?: Partial<SandboxLimits>;
  /** Folders outside the workspace that programs may change too, where they may change the workspace. */
  readonly writable?: readonly string[];
  /** Files and folders outside the workspace that programs may read. */
  readonly readable?: readonly string[];
  /** The Python that `python3` is inside. Default: the system's own. */
  readonly python?: string;
  /** The Node that `node` is inside. Default: the one that runs this. */
  readonly node?: string;
  /**
   * Lets programs open Unix sockets. They then reach the host's sockets that lie in the workspace, and with the
   * network on every socket without a file. Default false.
   */
  readonly unixSockets?: boolean;
  /** Where `bwrap` and `prlimit` are looked for. Default: the system's folders for programs. */
  readonly searchPath?: readonly string[];
}
