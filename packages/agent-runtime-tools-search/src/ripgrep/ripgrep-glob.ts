import { FirstPaths, keysOf, pathOfKey } from '../collect/first-paths.ts';
import { decodePath } from '../collect/path-order.ts';
import type { GlobAnswer, GlobRequest } from '../glob/glob-engine.ts';
import { ignoreFiles, type IgnoreFiles } from '../scope/ignore-files.ts';
import { belowStart } from '../scope/search-scope.ts';
import { commonArguments, startArgument } from './common-arguments.ts';
import { PREFIX } from './content-reader.ts';
import { ripgrepFailure } from './ripgrep-failure.ts';
import { ripgrepWarnings } from './ripgrep-warnings.ts';
import { runRipgrep, type RipgrepEnd } from './run-ripgrep.ts';
import { statFiles } from './stat-files.ts';

/** Lists files with ripgrep, which reads folders in parallel and ignore files as git does. */
export async function ripgrepGlob(request: GlobRequest, { program }: { program: string }): Promise<GlobAnswer> {
  const { scope, sort, limit, signal, timeoutMs } = request;
  const paths = new FirstPaths(sort === 'path' ? limit : MAX_SORTED);
  const end = await listFiles(request, { program, paths });
  if (end.exitCode === 2 && paths.total === 0 && !end.errors.includes('./'))
    throw ripgrepFailure(end.errors, { pattern: '' });
  const warnings = ripgrepWarnings(end.errors, scope.display);
  if (end.exitCode === undefined)
    warnings.push(`The search was stopped after ${timeoutMs / 1000} s: narrow the path or the pattern.`);
  if (sort === 'modified' && paths.total > MAX_SORTED)
    warnings.push(`Only the first ${MAX_SORTED} files by path were sorted: narrow the path or the pattern.`);
  const raw = paths.paths().map((path) => path.slice(PREFIX));
  const { files, missing } = await statFiles(raw, { root: scope.root, signal });
  if (sort === 'modified') files.sort((a, b) => b.modifiedMs - a.modifiedMs);
  return {
    files: files.slice(0, limit),
    total: paths.total - missing,
    complete: end.exitCode !== undefined,
    warnings,
  };
}

/** How many files are compared by their time. */
const MAX_SORTED = 500_000;

async function listFiles(
  { scope, files, signal, timeoutMs }: GlobRequest,
  { program, paths }: { program: string; paths: FirstPaths },
): Promise<RipgrepEnd> {
  await using ignored = await ignoreFiles(scope, files);
  const take = taker({ scope, files }, { paths, ignored });
  let rest = '';
  return await runRipgrep(
    [...commonArguments(scope, { files, ignored }), '--files', '--null', ...startArgument(scope)],
    {
      program,
      cwd: scope.root,
      signal,
      onOutput: (chunk) => {
        const keys = keysOf(rest + chunk.toString('latin1'));
        rest = pathOfKey(keys.pop() ?? '');
        for (const key of keys) take(key);
        return true;
      },
      goOn: (elapsedMs) => elapsedMs < timeoutMs,
    },
  );
}

function taker(
  { scope, files }: Pick<GlobRequest, 'scope' | 'files'>,
  { paths, ignored }: { paths: FirstPaths; ignored: IgnoreFiles },
): (key: string) => void {
  const mayBeShown = (path: string): boolean =>
    !scope.isHidden(path) && files.accepts?.(belowStart(scope, path)) !== false;
  // ripgrep has applied names exactly; rules and walls only as far as its own order of precedence lets it.
  const mustCheckAll = ignored.hasWalls || (files.accepts !== undefined && !files.isExact);
  return (key) => {
    const isNeeded = paths.isNeeded(key);
    if ((isNeeded || mustCheckAll) && !mayBeShown(decodePath(pathOfKey(key).slice(PREFIX)))) return;
    if (isNeeded) paths.add(key);
    else paths.count();
  };
}
