import type { ResolvedPath, ResolveOptions, Workspace } from '@ku0/agent-runtime-tools-workspace';

/** A file as it was when the tool decided whether the call needs approval. */
export interface FileSnapshot {
  /** The real path; empty if the path could not be resolved. */
  readonly path: string;
  /** Why the path could not be resolved: then the call must fail. */
  readonly failure?: Error;
  readonly protected: boolean;
  /** Programs execute what a file of this name says. */
  readonly programConfig: boolean;
  readonly exists: boolean;
  readonly kind: ResolvedPath['kind'];
  /** Undefined if nothing was there. */
  readonly version: string | undefined;
}

/** By the call's parameters: they are frozen, and an approval covers exactly this object. */
const snapshots = new WeakMap<object, readonly FileSnapshot[]>();

/**
 * Records the files of a call when its approval is decided, so that the call can later be limited to these files. A path
 * that cannot be resolved is recorded with its failure, which the call itself then throws.
 */
export async function takeSnapshots(
  params: object,
  files: readonly { readonly path: string; readonly access: ResolveOptions['access'] }[],
  workspace: Workspace,
): Promise<readonly FileSnapshot[]> {
  const found = await Promise.all(files.map((file) => takeSnapshot(workspace, file)));
  snapshots.set(params, found);
  return found;
}

/** The snapshots of a call; undefined when a host called the handler directly. */
export function snapshotsOf(params: object): readonly FileSnapshot[] | undefined {
  return snapshots.get(params);
}

async function takeSnapshot(
  workspace: Workspace,
  { path, access }: { readonly path: string; readonly access: ResolveOptions['access'] },
): Promise<FileSnapshot> {
  try {
    const file = await workspace.resolve(path, { access, allowProtected: true });
    const { exists, kind, protected: isProtected, programConfig } = file;
    const version = exists && kind !== 'symlink' ? (await workspace.stat(file.path)).version : undefined;
    return { path: file.path, protected: isProtected, programConfig, exists, kind, version };
  } catch (error) {
    return { ...UNRESOLVED, failure: error instanceof Error ? error : new Error(String(error)) };
  }
}

const UNRESOLVED: FileSnapshot = {
  path: '',
  protected: false,
  programConfig: false,
  exists: false,
  kind: undefined,
  version: undefined,
};
