import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { FileFilter } from '../patterns/file-filter.ts';
import type { SearchScope } from '../scope/search-scope.ts';
import type { SearchProgress } from '../search-progress.ts';

/** A validated search for files, with all defaults filled in. */
export interface GlobRequest {
  readonly workspace: Workspace;
  readonly scope: SearchScope;
  readonly files: FileFilter;
  readonly sort: 'modified' | 'path';
  readonly limit: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly progress?: SearchProgress | undefined;
}

export interface GlobFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
}

export interface GlobAnswer {
  /** In the requested order. */
  readonly files: readonly GlobFile[];
  readonly total: number;
  /** False when the search was stopped: then there are at least `total` files. */
  readonly complete: boolean;
  readonly warnings: readonly string[];
}

/** Throws a ToolFailure, or the reason of the aborted signal. */
export type GlobEngine = (request: GlobRequest) => Promise<GlobAnswer>;
