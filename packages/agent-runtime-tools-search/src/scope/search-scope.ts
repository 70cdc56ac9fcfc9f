import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors, type ResolvedPath, type Workspace } from '@ku0/agent-runtime-tools-workspace';

/** The folder or file to search, resolved and checked by the workspace. */
export interface SearchScope {
  /** The absolute path of its root, with links resolved. */
  readonly root: string;
  /** Relative to the root, with `/`; '.' for the root itself. */
  readonly start: string;
  readonly isFile: boolean;
  /** The folder or file itself is excluded by `.gitignore`, and `includeIgnored` is not set. */
  readonly isIgnored: boolean;
  readonly includeIgnored: boolean;
  /** Whether a path relative to the root is hidden from all tools. */
  readonly isHidden: (path: string) => boolean;
  /** The displayed form of a path relative to the root. */
  readonly display: (path: string) => string;
}

/** Resolves the path of a search. Throws a ToolFailure of the workspace for a path that may not be searched. */
export async function searchScope(
  path: string,
  { workspace, includeIgnored }: { workspace: Workspace; includeIgnored: boolean },
): Promise<SearchScope> {
  const resolved = await workspace.resolve(path, { access: 'stat' });
  checkKind(resolved, path);
  const { root, relative: start } = resolved;
  if (start.split('/').includes('.git')) throw new ToolFailure(gitFolder(path));
  const hidden = await workspace.hiddenPathMatcher();
  const base = root.endsWith('/') ? root : `${root}/`;
  return {
    root,
    start,
    isFile: resolved.kind === 'file',
    isIgnored: !includeIgnored && start !== '.' && (await workspace.isIgnored(path)),
    includeIgnored,
    isHidden: (below) => hidden(base + below),
    display: displayFrom(resolved),
  };
}

/** A path relative to the root, made relative to the start of the search. */
export function belowStart({ start, isFile }: SearchScope, path: string): string {
  if (isFile) return path.slice(path.lastIndexOf('/') + 1);
  return start === '.' ? path : path.slice(start.length + 1);
}

/** Makes a glob relative to the searched folder if it begins with that folder's absolute path, as models often write it. */
export function relativeGlob(glob: string, { root, start }: SearchScope): string {
  const folder = start === '.' ? `${root}/` : `${root}/${start}/`;
  return glob.startsWith(folder) ? glob.slice(folder.length) : glob;
}

function checkKind({ kind }: ResolvedPath, path: string): void {
  const details = { path };
  if (kind === undefined)
    throw new ToolFailure(workspaceErrors.FILE_NOT_FOUND({ message: `${path} does not exist.`, details }));
  if (kind === 'directory' || kind === 'file') return;
  throw new ToolFailure(
    workspaceErrors.NOT_A_FILE({ message: `${path} is a device, a pipe or a socket, and is not searched.`, details }),
  );
}

function gitFolder(path: string): ReturnType<typeof workspaceErrors.PATH_IGNORED> {
  return workspaceErrors.PATH_IGNORED({
    message: `${path} is in a .git folder, which is never searched.`,
    suggestion: 'Use the git tools to look at the history.',
    details: { path },
  });
}

/** Files of the first root are displayed relative to it, those of other roots with their absolute path. */
function displayFrom({ root, relative, display }: ResolvedPath): (path: string) => string {
  const isFirstRoot = display === relative;
  const base = root.replaceAll('\\', process.platform === 'win32' ? '/' : '\\').replace(/\/$/, '');
  return (path) => (isFirstRoot ? path : `${base}/${path}`);
}
