import { resolve as absolute } from 'node:path';
import type { FileSystem } from './fs/file-system.ts';
import { nodeFileSystem } from './fs/node-file-system.ts';
import { DEFAULT_LEASE_MS } from './locks/leases.ts';
import { protectedPathMatcher } from './paths/protected-path-matcher.ts';
import { isWithin, type RootOption } from './paths/roots.ts';
import { stateHome } from './state/state-folder.ts';
import { DEFAULT_RETENTION, type RetentionOptions } from './undo/retention.ts';
import type { Workspace } from './workspace.ts';
import { WorkspaceService } from './workspace-service.ts';

export interface WorkspaceOptions {
  /** The folders that tools may reach. Relative paths of tools start at the first. */
  readonly roots: readonly (string | RootOption)[];
  /** The state folder, outside of every root. Default `$TOOLBOX_HOME`, else the platform's state folder. */
  readonly state?: string;
  /** Additional protected names; `name*` matches every name that begins so. */
  readonly protected?: readonly string[];
  /** A task must have read a file before it overwrites it. Default false. */
  readonly requireRead?: boolean;
  readonly retention?: RetentionOptions;
  /**
   * After how long without a heartbeat a worker thread, or a process in another container or on another machine, counts as
   * dead, so that its transactions are recovered. Must be the same for all that share the state folder. Default 6 s.
   */
  readonly leaseMs?: number;
  /** Another file system, for example in memory. Default: the machine's own. */
  readonly fs?: FileSystem;
}

/** Creates a workspace. Its first call opens the roots and recovers interrupted transactions. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { roots, state = stateHome(), fs = nodeFileSystem, requireRead = false } = options;
  if (roots.length === 0) throw new TypeError('createWorkspace needs at least one root.');
  for (const root of roots) {
    const path = absolute(typeof root === 'string' ? root : root.path);
    if (isWithin(path, absolute(state)))
      throw new TypeError(
        `The state folder ${state} lies in the workspace root ${path}; give createWorkspace another "state".`,
      );
  }
  return new WorkspaceService({
    fs,
    roots,
    state: absolute(state),
    isProtected: protectedPathMatcher(options.protected),
    requireRead,
    retention: { ...DEFAULT_RETENTION, ...options.retention },
    leaseMs: options.leaseMs ?? DEFAULT_LEASE_MS,
  });
}
