import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors, type ResolvedPath, type Workspace } from '@ku0/agent-runtime-tools-workspace';

/** Where a search looks, checked by the workspace's guard. */
export interface SearchScope {
  /** The root it is in, absolute, with links resolved. */
  readonly root: string;
  /** Below the root, with `/`; '.' for the root itself. */
  readonly start: string;
  readonly isFile: boolean;
  /** The folder or file itself is left out by `.gitignore`, and the call does not lift that. */
  readonly isIgnored: boolean;
  readonly includeIgnored: boolean;
  /** Whether no tool may see a path, given from the root. */
  readonly isHidden: (path: string) => boolean;
  /** What to show for a path given from the root. */
  readonly display: (path: string) => string;
}

/** Throws a ToolFailure of the workspace for a path that may not be searched. */
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

/** A path from the root, given from where the search starts. */
export function belowStart({ start, isFile }: SearchScope, path: string): string {
  if (isFile) return path.slice(path.lastIndexOf('/') + 1);
  return start === '.' ? path : path.slice(start.length + 1);
}

/** What a running transaction of the workspace puts beside the files it writes. */
export const TEMPORARY_NAME = /(?:^|\/)\.toolbox-[0-9a-z]+-\d+\.(?:new|old)$/;

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

/** The first root's files are shown from the root, those of others with their whole path. */
function displayFrom({ root, relative, display }: ResolvedPath): (path: string) => string {
  const isFirstRoot = display === relative;
  const base = root.replaceAll('\\', process.platform === 'win32' ? '/' : '\\').replace(/\/$/, '');
  return (path) => (isFirstRoot ? path : `${base}/${path}`);
}
