import type { ResolvedPath, ResolveOptions, Workspace } from '@ku0/agent-runtime-tools-workspace';

/** A file as it was when it was decided whether a call needs approval. */
export interface AskedFile {
  /** Real; empty when the path led nowhere. */
  readonly path: string;
  /** Why it led nowhere: then the call may do nothing. */
  readonly failure?: Error;
  readonly protected: boolean;
  /** Programs run what a file of this name says. */
  readonly programConfig: boolean;
  readonly exists: boolean;
  readonly kind: ResolvedPath['kind'];
  /** Undefined when nothing was there. */
  readonly version: string | undefined;
}

/** By the parameters of the call, which are frozen and the very ones that a grant covers. */
const asked = new WeakMap<object, readonly AskedFile[]>();

/**
 * Looks at the files of a call when its approval is decided on, so that the call can later do no more than was decided.
 * What is wrong with a path that leads nowhere the call itself will say.
 */
export async function askAbout(
  params: object,
  files: readonly { readonly path: string; readonly access: ResolveOptions['access'] }[],
  workspace: Workspace,
): Promise<readonly AskedFile[]> {
  const found = await Promise.all(files.map((file) => lookAt(workspace, file)));
  asked.set(params, found);
  return found;
}

/** What was found; undefined when nobody was asked, because a host called the handler by itself. */
export function askedFiles(params: object): readonly AskedFile[] | undefined {
  return asked.get(params);
}

async function lookAt(
  workspace: Workspace,
  { path, access }: { readonly path: string; readonly access: ResolveOptions['access'] },
): Promise<AskedFile> {
  try {
    const file = await workspace.resolve(path, { access, allowProtected: true });
    const { exists, kind, protected: isProtected, programConfig } = file;
    const version = exists && kind !== 'symlink' ? (await workspace.stat(file.path)).version : undefined;
    return { path: file.path, protected: isProtected, programConfig, exists, kind, version };
  } catch (error) {
    return { ...NOWHERE, failure: error instanceof Error ? error : new Error(String(error)) };
  }
}

const NOWHERE: AskedFile = {
  path: '',
  protected: false,
  programConfig: false,
  exists: false,
  kind: undefined,
  version: undefined,
};
