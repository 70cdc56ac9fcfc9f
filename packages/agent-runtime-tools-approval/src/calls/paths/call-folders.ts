import { workingFolder, workingFolderSync, type Workspace } from '@ku0/agent-runtime-tools-workspace';

/** Where a call starts. */
export interface CallFolders {
  readonly cwd: string;
  /** Where the relative paths of tools that use the workspace start: its first root. */
  readonly relativeBase: string | undefined;
}

/** Finds out where calls start: as their workspace decides it, so that what is judged is what will run. */
export class CallFolderResolver {
  readonly #roots = new WeakMap<Workspace, readonly string[]>();

  /** Undefined where that takes waiting. */
  now(workspace: Workspace, cwd: string): CallFolders | undefined {
    const roots = this.#roots.get(workspace);
    if (roots === undefined) return undefined;
    try {
      const found = workingFolderSync(workspace, { cwd, roots });
      return found === undefined ? undefined : { cwd: found, relativeBase: roots[0] };
    } catch {
      return { cwd, relativeBase: roots[0] };
    }
  }

  /** Never rejects: where the workspace refuses the folder, the call will fail there. */
  async later(workspace: Workspace, cwd: string): Promise<CallFolders> {
    try {
      const roots = this.#roots.get(workspace) ?? (await workspace.roots());
      this.#roots.set(workspace, roots);
      return { cwd: await workingFolder(workspace, { cwd }), relativeBase: roots[0] };
    } catch {
      return { cwd, relativeBase: this.#roots.get(workspace)?.[0] };
    }
  }
}
