import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { folderGuard } from './folder-guard.ts';
import { PathFactCache } from './path-fact-cache.ts';
import { combinedGuard, type PathGuard } from './path-guard.ts';
import { workspaceGuard } from './workspace-guard.ts';

/** Finds the guard for a call, and reuses it for later calls with the same boundary. */
export class PathGuardCache {
  readonly #own: Workspace | readonly string[] | undefined;
  readonly #byWorkspace = new WeakMap<Workspace, PathGuard>();
  readonly #byFolders = new Map<string, PathGuard>();
  readonly #combined = new WeakMap<PathGuard, { readonly more: string; readonly guard: PathGuard }>();
  #lastFolders: { readonly folders: readonly string[]; readonly guard: PathGuard } | undefined;
  readonly #pathFacts = new WeakMap<PathGuard, PathFactCache>();
  readonly #roots = new WeakMap<PathGuard, readonly string[]>();

  constructor(workspace: Workspace | string | readonly string[] | undefined) {
    this.#own = typeof workspace === 'string' ? [workspace] : workspace;
  }

  /**
   * The boundary of a call is the approver's own workspace, else the call's workspace, else the folders that the call may
   * touch, else its working folder.
   */
  guardFor(
    call: {
      readonly workspace?: Workspace | undefined;
      readonly workspacePaths?: readonly string[];
      readonly cwd?: string;
    },
    additional: readonly string[],
  ): PathGuard {
    const own = this.#own ?? call.workspace ?? call.workspacePaths ?? [call.cwd ?? process.cwd()];
    const guard = isFolderList(own) ? this.#folderGuard(own) : this.#workspaceGuard(own);
    if (additional.length === 0) return guard;
    const more = JSON.stringify(additional);
    const known = this.#combined.get(guard);
    if (known?.more === more) return known.guard;
    const both = combinedGuard([guard, this.#folderGuard(additional)]);
    this.#combined.set(guard, { more, guard: both });
    return both;
  }

  pathFactsOf(guard: PathGuard): PathFactCache {
    let paths = this.#pathFacts.get(guard);
    if (paths === undefined) {
      paths = new PathFactCache(guard);
      this.#pathFacts.set(guard, paths);
    }
    return paths;
  }

  /** The roots of a guard; undefined until `rootsOf` has looked them up. */
  knownRoots(guard: PathGuard): readonly string[] | undefined {
    return this.#roots.get(guard);
  }

  /** Roots are looked up once, since an open workspace keeps its roots. Empty if they cannot be found. */
  async rootsOf(guard: PathGuard): Promise<readonly string[]> {
    const known = this.#roots.get(guard);
    if (known !== undefined) return known;
    try {
      const roots = await guard.roots();
      this.#roots.set(guard, roots);
      return roots;
    } catch {
      // Every path then counts as outside.
      return [];
    }
  }

  #workspaceGuard(workspace: Workspace): PathGuard {
    let guard = this.#byWorkspace.get(workspace);
    if (guard === undefined) {
      guard = workspaceGuard(workspace);
      this.#byWorkspace.set(workspace, guard);
    }
    return guard;
  }

  #folderGuard(folders: readonly string[]): PathGuard {
    const last = this.#lastFolders;
    if (last !== undefined && isSameList(last.folders, folders)) return last.guard;
    const key = JSON.stringify(folders);
    let guard = this.#byFolders.get(key);
    if (guard === undefined) {
      guard = folderGuard(folders);
      if (this.#byFolders.size >= MAX_GUARDS) this.#byFolders.clear();
      this.#byFolders.set(key, guard);
    }
    this.#lastFolders = { folders: [...folders], guard };
    return guard;
  }
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((folder, index) => folder === b[index]);
}

function isFolderList(value: Workspace | readonly string[]): value is readonly string[] {
  return Array.isArray(value);
}

const MAX_GUARDS = 100;
