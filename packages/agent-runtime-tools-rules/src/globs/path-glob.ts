import { compileNameGlob, alternativesOf, type NameTest } from './name-glob.ts';
import { matchPieces } from './match-pieces.ts';

export interface PathGlobOptions {
  readonly ignoreCase?: boolean;
  /** A pattern without a slash matches in every folder: `*.ts` is then the same as `**` + `/*.ts`. */
  readonly anyDepth?: boolean;
}

/** One alternative of a path pattern, with its braces written out. */
export interface PathGlob {
  /** The names between the slashes as written; `**` stands for any number of folders. */
  readonly segments: readonly string[];
  /** Tests a path with `/` between its names and none at its start. */
  matches(path: string): boolean;
}

/**
 * Compiles a pattern for paths: `*`, `?` and `[a-z]` stay within a name, `**` as a whole name crosses folders, `{a,b}` lists
 * alternatives. `a/**` is everything in `a`, not `a` itself. Names that begin with a dot are names like any other. `./` and
 * `/` at the start are dropped. Throws a SyntaxError as `compileNameGlob` does.
 */
export function compilePathGlob(pattern: string, options: PathGlobOptions = {}): (path: string) => boolean {
  const globs = alternativesOf(pattern).map((alternative) => parsePathGlob(alternative, options));
  const [only] = globs;
  if (globs.length === 1 && only !== undefined) return (path) => only.matches(path);
  return (path) => globs.some((glob) => glob.matches(path));
}

/** Reads a path pattern without expanding braces: see `expandBraces`. */
export function parsePathGlob(
  pattern: string,
  { ignoreCase = false, anyDepth = false }: PathGlobOptions = {},
): PathGlob {
  const written = pattern.split('/').filter((name) => name !== '' && name !== '.');
  const isFloating = anyDepth && written.length === 1 && !pattern.includes('/');
  const segments = (isFloating ? ['**', ...written] : written).filter(
    (name, at, all) => name !== '**' || all[at - 1] !== '**',
  );
  const pieces = splitAtDoubleStars(segments, ignoreCase);
  return {
    segments,
    matches(path) {
      const names = path.split('/');
      return matchPieces(pieces, names.length, (piece, from, to) => {
        for (let start = from; start <= to; start++) {
          if (piece.every((test, at) => test(names[start + at] ?? ''))) return start;
        }
        return -1;
      });
    },
  };
}

/** `a/**` + `/b` is [a] and [b] with any number of folders between them. */
function splitAtDoubleStars(segments: readonly string[], ignoreCase: boolean): NameTest[][] {
  const pieces: NameTest[][] = [[]];
  for (const segment of segments) {
    if (segment === '**') pieces.push([]);
    else pieces.at(-1)?.push(compileNameGlob(segment, { ignoreCase, braces: false }));
  }
  // At the end, `**` needs one name at least.
  if (segments.at(-1) === '**') pieces.at(-1)?.push(() => true);
  return pieces;
}
