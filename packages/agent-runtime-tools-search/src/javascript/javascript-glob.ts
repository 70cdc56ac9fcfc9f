import type { ListEntry } from '@ku0/agent-runtime-tools-workspace';
import { comparePaths } from '../collect/path-order.ts';
import type { GlobAnswer, GlobFile, GlobRequest } from '../glob/glob-engine.ts';
import type { FileFilter } from '../patterns/file-filter.ts';
import { belowStart, type SearchScope } from '../scope/search-scope.ts';

/** Lists files through the workspace, without ripgrep. */
export async function javascriptGlob(request: GlobRequest): Promise<GlobAnswer> {
  const { scope, progress } = request;
  const onFile = (path: string): void => {
    if (progress === undefined) return;
    progress.total++;
    progress.found(scope.display(path));
  };
  const { files, complete, warnings } = await listFiles(request, onFile);
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

/** The files that a search covers. `onFile` is called with each as soon as it is found. */
export async function listFiles(
  { workspace, scope, files: filter, signal }: Pick<GlobRequest, 'workspace' | 'scope' | 'files' | 'signal'>,
  onFile?: (path: string) => void,
): Promise<ListedFiles> {
  if (scope.isFile) {
    const { size, modifiedMs } = await workspace.stat(scope.display(scope.start));
    return { files: [{ path: scope.start, size, modifiedMs }], complete: true, warnings: [] };
  }
  const start = scope.display(scope.start);
  const { display } = await workspace.resolve(start, { access: 'list' });
  const skip = display === '.' ? 0 : display.length + 1;
  const prefix = scope.start === '.' ? '' : `${scope.start}/`;
  /** The path from the root of an entry that the search covers. */
  const coveredPath = ({ path: shown, type }: Pick<ListEntry, 'path' | 'type'>): string | undefined => {
    const path = prefix + shown.slice(skip);
    const isCovered =
      type === 'file' && !path.split('/').includes('.git') && !scope.isHidden(path) && isWanted(scope, filter, path);
    return isCovered ? path : undefined;
  };
  const listing = await workspace.list(start, {
    recursive: true,
    includeHidden: true,
    includeIgnored: scope.includeIgnored,
    limit: MAX_FILES,
    signal,
    ...(onFile !== undefined && {
      onEntry(entry) {
        const path = coveredPath(entry);
        if (path !== undefined) onFile(path);
      },
    }),
  });
  const files = listing.entries
    .flatMap((entry) => {
      const path = coveredPath(entry);
      return path === undefined ? [] : [{ path, size: entry.size, modifiedMs: entry.modifiedMs }];
    })
    .sort((a, b) => comparePaths(a.path, b.path));
  return {
    files,
    complete: !listing.truncated,
    warnings: listing.unreadable.map((path) => `Not searched: ${scope.display(path)}: Permission denied`),
  };
}

const MAX_FILES = 500_000;

function isWanted(scope: SearchScope, filter: FileFilter, path: string): boolean {
  return filter.accepts?.(belowStart(scope, path)) !== false && filter.isOfType(path.slice(path.lastIndexOf('/') + 1));
}
