import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { FoundFile } from '../collect/findings.ts';
import type { FileFilter } from '../patterns/file-filter.ts';
import type { SearchScope } from '../scope/search-scope.ts';
import type { SearchProgress } from '../search-progress.ts';

export type OutputMode = 'content' | 'files' | 'count';

/** A validated search for text, with all defaults filled in. */
export interface GrepRequest {
  readonly workspace: Workspace;
  readonly scope: SearchScope;
  readonly files: FileFilter;
  readonly pattern: string;
  readonly literal: boolean;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  /** Context lines before and after each match. */
  readonly before: number;
  readonly after: number;
  readonly mode: OutputMode;
  readonly limit: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly progress?: SearchProgress | undefined;
}

export interface GrepAnswer {
  /** Ordered by path. The last file may have more matches than the limit leaves room for. */
  readonly files: readonly FoundFile[];
  /** The number of matches in content mode, else of files; at least that many if not `complete`. */
  readonly total: number;
  /** All files were searched completely. */
  readonly complete: boolean;
  readonly filesSearched: number;
  /** Files with matches that turned out to be binary. */
  readonly binaryFiles: number;
  readonly warnings: readonly string[];
}

/** Throws a ToolFailure, or the reason of the aborted signal. */
export type GrepEngine = (request: GrepRequest) => Promise<GrepAnswer>;
