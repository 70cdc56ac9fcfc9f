import { FirstPaths } from '../collect/first-paths.ts';
import { LatestFiles } from '../collect/latest-files.ts';
import { decodePath } from '../collect/path-order.ts';
import type { GlobAnswer, GlobRequest } from '../glob/glob-engine.ts';
import { ignoreFiles, type IgnoreFiles } from '../scope/ignore-files.ts';
import { belowStart } from '../scope/search-scope.ts';
import { commonArguments, startArgument } from './common-arguments.ts';
import { PathReader } from './path-reader.ts';
import { ripgrepFailure } from './ripgrep-failure.ts';
import { ripgrepWarnings } from './ripgrep-warnings.ts';
import { runRipgrep, type RipgrepEnd } from './run-ripgrep.ts';
import { statFile, statFiles } from './stat-files.ts';

/** Lists files with ripgrep, which reads folders in parallel and ignore files as git does. */
export async function ripgrepGlob(request: GlobRequest, { program }: { program: string }): Promise<GlobAnswer> {
  const { scope, files } = request;
  await using ignored = await ignoreFiles(scope, files);
  const accepts = (path: string): boolean =>
    !scope.isHidden(path) && files.accepts?.(belowStart(scope, path)) !== false;
  // ripgrep applies names exactly, but rules and hidden paths only as far as its own precedence allows.
  const mustCheckAll = ignored.hasHiddenPaths || (files.accepts !== undefined && !files.isExact);
  const listing = { program, ignored, mayShow: accepts, deadline: performance.now() + request.timeoutMs };
  const answer = await list(request, mustCheckAll ? { ...listing, accepts } : listing);
  return mustCheckAll || answer.files.every(({ path }) => accepts(path))
    ? answer
    : await list(request, { ...listing, accepts });
}

interface ListOptions {
  readonly program: string;
  readonly ignored: IgnoreFiles;
  readonly deadline: number;
  /** Tests whether a path relative to the root may be streamed. */
  readonly mayShow: (path: string) => boolean;
  /** Tests a path relative to the root. Without it, all paths that ripgrep lists are accepted. */
  readonly accepts?: (path: string) => boolean;
}

async function list(request: GlobRequest, listing: ListOptions): Promise<GlobAnswer> {
  const latest = request.sort === 'modified' ? await listLatest(request, listing) : undefined;
  return latest ?? (await listAll(request, listing));
}

/** Lets ripgrep sort by time, which prints nothing until the end. Undefined if it takes more than half of the time limit. */
async function listLatest(request: GlobRequest, listing: ListOptions): Promise<GlobAnswer | undefined> {
  const { scope, limit } = request;
  const latest = new LatestFiles(limit, { stat: (raw) => statFile(raw, scope) });
  const now = performance.now();
  const deadline = now + (listing.deadline - now) / 2;
  const end = await run(request, { ...listing, deadline, collector: latest, sorting: ['--sortr=modified'] });
  if (end.exitCode === undefined) return undefined;
  return {
    files: latest.files(),
    total: latest.total,
    complete: true,
    warnings: ripgrepWarnings(end.errors, scope.display),
  };
}

async function listAll(request: GlobRequest, listing: ListOptions): Promise<GlobAnswer> {
  const { scope, sort, limit, signal, timeoutMs } = request;
  const first = new FirstPaths(sort === 'path' ? limit : MAX_SORTED);
  const end = await run(request, { ...listing, collector: first, sorting: [] });
  const warnings = ripgrepWarnings(end.errors, scope.display);
  if (end.exitCode === undefined)
    warnings.push(`The search was stopped after ${timeoutMs / 1000} s: narrow the path or the pattern.`);
  if (sort === 'modified' && first.total > MAX_SORTED)
    warnings.push(`Only the first ${MAX_SORTED} files by path were sorted: narrow the path or the pattern.`);
  const { files, missing } = await statFiles(first.paths(), { root: scope.root, signal });
  if (sort === 'modified') files.sort((a, b) => b.modifiedMs - a.modifiedMs);
  return {
    files: files.slice(0, limit),
    total: first.total - missing,
    complete: end.exitCode !== undefined,
    warnings,
  };
}

/** The number of files that are sorted by time. */
const MAX_SORTED = 500_000;

interface RunOptions extends ListOptions {
  readonly collector: FirstPaths | LatestFiles;
  readonly sorting: readonly string[];
}

async function run(
  { scope, files, signal, progress }: GlobRequest,
  { program, ignored, deadline, mayShow, accepts, collector, sorting }: RunOptions,
): Promise<RipgrepEnd> {
  const reader = new PathReader((bytes, start, end) => {
    const path = (): string => decodePath(bytes.toString('latin1', start, end));
    if (accepts !== undefined && !accepts(path())) return;
    collector.take(bytes, start, end);
    if (progress?.wantsFiles === true && mayShow(path())) progress.found(scope.display(path()));
  });
  const end = await runRipgrep(
    [...commonArguments(scope, { files, ignored }), '--files', '--null', ...sorting, ...startArgument(scope)],
    {
      program,
      cwd: scope.root,
      signal,
      deadline,
      onOutput: (chunk) => {
        reader.read(chunk);
        if (progress !== undefined) progress.total = Math.max(progress.total, collector.total);
        return true;
      },
    },
  );
  if (end.exitCode === 2 && collector.total === 0 && !end.errors.includes('./'))
    throw ripgrepFailure(end.errors, { pattern: '' });
  return end;
}
