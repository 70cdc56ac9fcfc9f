import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { PathFactCache } from './path-fact-cache.ts';
import { combinedGuard, folderGuard, workspaceGuard, type PathGuard } from './path-guard.ts';

/** Finds the guard for a call, and keeps it: a host has few. */
export class PathGuardCache {
  readonly #own: Workspace | readonly string[] | undefined;
  readonly #byWorkspace = new WeakMap<Workspace, PathGuard>();
  readonly #byFolders = new Map<string, PathGuard>();
  readonly #combined = new WeakMap<PathGuard, { readonly more: string; readonly guard: PathGuard }>();
  #lastFolders: { readonly folders: readonly string[]; readonly guard: PathGuard } | undefined;
  readonly #paths = new WeakMap<PathGuard, PathFactCache>();
  readonly #roots = new WeakMap<PathGuard, readonly string[]>();

  constructor(workspace: Workspace | string | readonly string[] | undefined) {
    this.#own = typeof workspace === 'string' ? [workspace] : workspace;
  }

  /** The approver's own workspace, else the call's, else the folders that the call may touch, else where it runs. */
  of(
    call: {
      readonly workspace?: Workspace | undefined;
      readonly workspacePaths?: readonly string[];
      readonly cwd?: string;
    },
    additional: readonly string[],
  ): PathGuard {
    const own = this.#own ?? call.workspace ?? call.workspacePaths ?? [call.cwd ?? process.cwd()];
    const guard = isFolders(own) ? this.#ofFolders(own) : this.#ofWorkspace(own);
    if (additional.length === 0) return guard;
    const more = JSON.stringify(additional);
    const known = this.#combined.get(guard);
    if (known?.more === more) return known.guard;
    const both = combinedGuard([guard, this.#ofFolders(additional)]);
    this.#combined.set(guard, { more, guard: both });
    return both;
  }

  /** What a guard has checked so far. */
  pathsOf(guard: PathGuard): PathFactCache {
    let paths = this.#paths.get(guard);
    if (paths === undefined) {
      paths = new PathFactCache(guard);
      this.#paths.set(guard, paths);
    }
    return paths;
  }

  /** The roots of a guard, if they were looked up. */
  knownRoots(guard: PathGuard): readonly string[] | undefined {
    return this.#roots.get(guard);
  }

  /** Roots are looked up once: where they lead does not change while they are open. None when that fails. */
  async rootsOf(guard: PathGuard): Promise<readonly string[]> {
    const known = this.#roots.get(guard);
    if (known !== undefined) return known;
    try {
      const roots = await guard.roots();
      this.#roots.set(guard, roots);
      return roots;
    } catch {
      // Nothing is inside of a workspace that cannot be found.
      return [];
    }
  }

  #ofWorkspace(workspace: Workspace): PathGuard {
    let guard = this.#byWorkspace.get(workspace);
    if (guard === undefined) {
      guard = workspaceGuard(workspace);
      this.#byWorkspace.set(workspace, guard);
    }
    return guard;
  }

  #ofFolders(folders: readonly string[]): PathGuard {
    const last = this.#lastFolders;
    if (last !== undefined && isSame(last.folders, folders)) return last.guard;
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

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((folder, index) => folder === b[index]);
}

function isFolders(value: Workspace | readonly string[]): value is readonly string[] {
  return Array.isArray(value);
}

const MAX_GUARDS = 100;
