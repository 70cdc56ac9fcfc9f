import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { FoundFile } from '../collect/findings.ts';
import type { FileFilter } from '../patterns/file-filter.ts';
import type { SearchScope } from '../scope/search-scope.ts';
import type { SearchProgress } from '../search-progress.ts';

export type OutputMode = 'content' | 'files' | 'count';

/** A search for text, checked and complete. */
export interface GrepRequest {
  readonly workspace: Workspace;
  readonly scope: SearchScope;
  readonly files: FileFilter;
  readonly pattern: string;
  readonly literal: boolean;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  /** Lines to show around a match. */
  readonly before: number;
  readonly after: number;
  readonly mode: OutputMode;
  readonly limit: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly progress?: SearchProgress | undefined;
}

export interface GrepAnswer {
  /** In the order of their paths; the limit may fall inside the last. */
  readonly files: readonly FoundFile[];
  /** Matches in content mode, else files; at least that many when the search is not complete. */
  readonly total: number;
  /** All files were searched to their end. */
  readonly complete: boolean;
  readonly filesSearched: number;
  /** Files with matches that turned out to be binary. */
  readonly binaryFiles: number;
  readonly warnings: readonly string[];
}

/** Throws a ToolFailure, or what the signal was aborted with. */
export type GrepEngine = (request: GrepRequest) => Promise<GrepAnswer>;
