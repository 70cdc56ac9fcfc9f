import type { ListEntry, Workspace } from '@ku0/agent-runtime-tools-workspace';
import { comparePaths } from '../collect/path-order.ts';
import type { FileFilter } from '../patterns/file-filter.ts';
import { belowStart, type SearchScope } from '../scope/search-scope.ts';

export interface SearchableFile {
  /** From the root, with `/`. */
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
}

export interface SearchableFiles {
  readonly files: SearchableFile[];
  readonly complete: boolean;
  readonly warnings: string[];
}

/** The files that a search is about, in the order of their paths, as the workspace lists them. */
export async function listSearchable(
  scope: SearchScope,
  { workspace, filter, signal }: { workspace: Workspace; filter: FileFilter; signal: AbortSignal },
): Promise<SearchableFiles> {
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
    .filter(({ path }) => !path.split('/').includes('.git') && !scope.isHidden(path) && isAskedFor(scope, filter, path))
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

function isAskedFor(scope: SearchScope, filter: FileFilter, path: string): boolean {
  return filter.accepts?.(belowStart(scope, path)) !== false && filter.isOfType(path.slice(path.lastIndexOf('/') + 1));
}
