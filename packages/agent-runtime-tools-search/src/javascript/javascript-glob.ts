import type { ListEntry } from '@ku0/agent-runtime-tools-workspace';
import { comparePaths } from '../collect/path-order.ts';
import type { GlobAnswer, GlobFile, GlobRequest } from '../glob/glob-engine.ts';
import type { FileFilter } from '../patterns/file-filter.ts';
import { belowStart, type SearchScope } from '../scope/search-scope.ts';

/** Lists files through the workspace, without ripgrep. */
export async function javascriptGlob(request: GlobRequest): Promise<GlobAnswer> {
  const { files, complete, warnings } = await listFiles(request);
  if (request.sort === 'modified') files.sort((a, b) => b.modifiedMs - a.modifiedMs);
  return { files: files.slice(0, request.limit), total: files.length, complete, warnings };
}

export interface ListedFiles {
  /** Ordered by path. */
  readonly files: GlobFile[];
  /** False when the workspace has more files than are listed. */
  readonly complete: boolean;
  readonly warnings: string[];
}

/** The files that a search covers. */
export async function listFiles({
  workspace,
  scope,
  files: filter,
  signal,
}: Pick<GlobRequest, 'workspace' | 'scope' | 'files' | 'signal'>): Promise<ListedFiles> {
  if (scope.isFile) {
    const { size, modifiedMs } = await workspace.stat(scope.display(scope.start));
    return { files: [{ path: scope.start, size, modifiedMs }], complete: true, warnings: [] };
  }
  const listing = await workspace.list(scope.display(scope.start), {
    recursive: true,
    includeHidden: true,
    includeIgnored: scope.includeIgnored,
    limit: MAX_FILES,
    signal,
  });
  const skip = listing.folder.display === '.' ? 0 : listing.folder.display.length + 1;
  const prefix = scope.start === '.' ? '' : `${scope.start}/`;
  const files = listing.entries
    .filter(isFile)
    .map(({ path, size, modifiedMs }) => ({ path: prefix + path.slice(skip), size, modifiedMs }))
    .filter(({ path }) => !path.split('/').includes('.git') && !scope.isHidden(path) && isWanted(scope, filter, path))
    .sort((a, b) => comparePaths(a.path, b.path));
  return {
    files,
    complete: !listing.truncated,
    warnings: listing.unreadable.map((path) => `Not searched: ${scope.display(path)}: Permission denied`),
  };
}

const MAX_FILES = 500_000;

function isFile({ type }: ListEntry): boolean {
  return type === 'file';
}

function isWanted(scope: SearchScope, filter: FileFilter, path: string): boolean {
  return filter.accepts?.(belowStart(scope, path)) !== false && filter.isOfType(path.slice(path.lastIndexOf('/') + 1));
}
