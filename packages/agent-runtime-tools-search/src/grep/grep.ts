import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { fileFilter, type FilterOptions } from '../patterns/file-filter.ts';
import { belowStart, relativeGlob, searchScope, type SearchScope } from '../scope/search-scope.ts';
import type { SearchProgress } from '../search-progress.ts';
import type { GrepAnswer, GrepEngine, GrepRequest } from './grep-engine.ts';
import type { GrepParameters, GrepValue } from './grep-schema.ts';
import { noFileSearchedNote } from './no-file-searched.ts';
import { toMatches } from './to-matches.ts';

export interface GrepOptions {
  readonly workspace: Workspace;
  readonly engine: GrepEngine;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly progress?: SearchProgress;
}

/** Searches the text of files. Throws a ToolFailure for a path that cannot be searched or an invalid pattern. */
export async function grep(
  parameters: GrepParameters,
  { workspace, engine, timeoutMs, signal, progress }: GrepOptions,
): Promise<{ value: GrepValue; warnings: readonly string[] }> {
  const { include, type, includeIgnored = false, contextLines = 0 } = parameters;
  const scope = await searchScope(parameters.path ?? '.', { workspace, includeIgnored });
  const files = fileFilter({ ...includeFilter(include, scope), type, anyDepth: true });
  const request: GrepRequest = {
    workspace,
    scope,
    files,
    pattern: parameters.pattern,
    literal: parameters.literal ?? false,
    ignoreCase: parameters.ignoreCase ?? false,
    multiline: parameters.multiline ?? false,
    before: parameters.beforeContext ?? contextLines,
    after: parameters.afterContext ?? contextLines,
    mode: parameters.outputMode ?? 'content',
    limit: parameters.limit ?? 200,
    timeoutMs,
    signal,
    progress,
  };
  const answer = (await answerWithoutSearch(request)) ?? (await engine(request));
  const { warnings, filesSearched, complete } = answer;
  const isUnexplained = filesSearched === 0 && complete && warnings.length === 0;
  const notes = isUnexplained ? [noFileSearchedNote(parameters, scope)] : [...warnings];
  return { value: { ...toValue(answer, request), ...(notes.length > 0 && { notes }) }, warnings };
}

/** As in `glob`, `!` before a glob excludes files. */
function includeFilter(glob: string | undefined, scope: SearchScope): Pick<FilterOptions, 'include' | 'exclude'> {
  if (glob === undefined) return {};
  return glob.startsWith('!')
    ? { exclude: [relativeGlob(glob.slice(1), scope)] }
    : { include: [relativeGlob(glob, scope)] };
}

/** The answer where no search is needed: the path is ignored, or the file is not included. */
async function answerWithoutSearch({ scope, files }: GrepRequest): Promise<GrepAnswer | undefined> {
  if (scope.isIgnored) return { ...NO_MATCHES, warnings: [ignoredNote(scope)] };
  if (!scope.isFile) return undefined;
  const name = belowStart(scope, scope.start);
  if (files.accepts?.(name) === false || !files.isOfType(name)) return NO_MATCHES;
  return undefined;
}

const NO_MATCHES: GrepAnswer = { files: [], total: 0, complete: true, filesSearched: 0, binaryFiles: 0, warnings: [] };

export function ignoredNote({ display, start }: SearchScope): string {
  return `${display(start)} is excluded by .gitignore: set includeIgnored: true to search it.`;
}

function toValue(answer: GrepAnswer, request: GrepRequest): GrepValue {
  const { mode, limit, scope } = request;
  const { total, filesSearched, complete, binaryFiles } = answer;
  const shared = { total, filesSearched, complete, ...(binaryFiles > 0 && { binaryFiles }) };
  if (mode === 'content') {
    const matches = toMatches(answer.files, { ...request, display: scope.display });
    return { outputMode: mode, matches, ...shared, truncated: !complete || total > matches.length };
  }
  const files = answer.files.slice(0, limit);
  const truncated = !complete || total > files.length;
  if (mode === 'files')
    return { outputMode: mode, files: files.map(({ path }) => scope.display(path)), ...shared, truncated };
  const counts = files.map(({ path, matches }) => ({ file: scope.display(path), count: matches }));
  return { outputMode: mode, counts, ...shared, truncated };
}
