import { dirname } from 'node:path';
import type { GuardedPath } from './guarded-path.ts';

/** A folder of the workspace as a run sees it. */
export interface ViewRoot {
  readonly path: string;
  readonly readOnly: boolean;
}

/** What a run sees of the workspace, and how. */
export interface WorkspaceView {
  readonly roots: readonly ViewRoot[];
  /** Parents before what is in them. */
  readonly mounts: readonly ViewMount[];
}

export interface ViewMount {
  readonly path: string;
  /**
   * `pin`: as before, but neither renamed nor removed, so that what is guarded below stays where it is.
   * `read-only`: cannot be changed. `hide-file`, `hide-folder`: empty.
   */
  readonly how: 'pin' | 'read-only' | 'hide-file' | 'hide-folder';
}

/** Guarded paths become mounts, and with them every folder on the way to one. */
export function mountsOf(guarded: readonly GuardedPath[], root: ViewRoot): readonly ViewMount[] {
  const mounts = new Map<string, ViewMount['how']>();
  for (const { path, guard, kind } of guarded) {
    if (guard === 'hide') mounts.set(path, kind === 'folder' ? 'hide-folder' : 'hide-file');
    if (root.readOnly || kind === 'link' || guard === 'watch') continue;
    // What is hidden, too: another run that begins meanwhile must find it where it was seen.
    for (let folder = dirname(path); folder.length > root.path.length; folder = dirname(folder)) {
      if (!mounts.has(folder)) mounts.set(folder, 'pin');
    }
    if (guard !== 'hide') mounts.set(path, guard === 'pin' ? 'pin' : 'read-only');
  }
  return [...mounts].map(([path, how]) => ({ path, how })).sort((a, b) => a.path.length - b.path.length);
}
