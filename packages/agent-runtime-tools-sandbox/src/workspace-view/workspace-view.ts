import { dirname } from 'node:path';
import type { GuardedPath } from './guarded-path.ts';

/** A root of the workspace as a run sees it. */
export interface ViewRoot {
  readonly path: string;
  readonly readOnly: boolean;
}

/** The workspace as a run sees it. */
export interface WorkspaceView {
  readonly roots: readonly ViewRoot[];
  /** Parents come before their children. */
  readonly mounts: readonly ViewMount[];
}

export interface ViewMount {
  readonly path: string;
  /**
   * `pin`: can be changed but not renamed or removed, so guarded paths below it stay in place. `read-only`: cannot be changed.
   * `hide-file`, `hide-folder`: appears empty.
   */
  readonly how: 'pin' | 'read-only' | 'hide-file' | 'hide-folder';
}

/** The mounts for guarded paths and for the folders above them. */
export function mountsOf(guarded: readonly GuardedPath[], root: ViewRoot): readonly ViewMount[] {
  const mounts = new Map<string, ViewMount['how']>();
  for (const { path, guard, kind } of guarded) {
    if (guard === 'hide') mounts.set(path, kind === 'folder' ? 'hide-folder' : 'hide-file');
    if (root.readOnly || kind === 'link' || guard === 'watch') continue;
    // Also above hidden paths: a run that starts later must find them at the same place.
    for (let folder = dirname(path); folder.length > root.path.length; folder = dirname(folder)) {
      if (!mounts.has(folder)) mounts.set(folder, 'pin');
    }
    if (guard !== 'hide') mounts.set(path, guard === 'pin' ? 'pin' : 'read-only');
  }
  return [...mounts].map(([path, how]) => ({ path, how })).sort((a, b) => a.path.length - b.path.length);
}
