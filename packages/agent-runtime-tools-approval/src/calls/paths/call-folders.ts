import { workingFolder, workingFolderSync, type Workspace } from '@ku0/agent-runtime-tools-workspace';

/** The folders that the paths of a call are relative to. */
export interface CallFolders {
  /** Where commands run. */
  readonly cwd: string;
  /** Where relative paths of file tools start: the workspace's first root. */
  readonly relativeBase: string | undefined;
}

/** Resolves the folders of a call as its workspace will when the call runs. */
export class CallFolderResolver {
  readonly #roots = new WeakMap<Workspace, readonly string[]>();

  /** Undefined if the workspace cannot answer synchronously. */
  resolveSync(workspace: Workspace, cwd: string): CallFolders | undefined {
    const roots = this.#roots.get(workspace);
    if (roots === undefined) return undefined;
    try {
      const found = workingFolderSync(workspace, { cwd, roots });
      return found === undefined ? undefined : { cwd: found, relativeBase: roots[0] };
    } catch {
      return { cwd, relativeBase: roots[0] };
    }
  }

  /** Never rejects: if the workspace refuses the folder, the call itself will fail. */
  async resolve(workspace: Workspace, cwd: string): Promise<CallFolders> {
    try {
      const roots = this.#roots.get(workspace) ?? (await workspace.roots());
      this.#roots.set(workspace, roots);
      return { cwd: await workingFolder(workspace, { cwd }), relativeBase: roots[0] };
    } catch {
      return { cwd, relativeBase: this.#roots.get(workspace)?.[0] };
    }
  }
}
