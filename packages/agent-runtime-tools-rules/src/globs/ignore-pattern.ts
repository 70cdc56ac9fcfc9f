import { alternativesOf } from './name-glob.ts';
import { parsePathGlob } from './path-glob.ts';

/**
 * Compiles one pattern as a line of `.gitignore` means it: without a slash it matches at any depth, with one it starts at the
 * folder, and what matches a folder matches everything in it. Braces are expanded, which git does not do. A path may be a
 * file or a folder, so a `/` at the end of the pattern changes nothing. Linear in time, unlike a regular expression made
 * from the pattern.
 *
 *     *.ts     a.ts, src/b.ts          /src    src, src/a.ts; not lib/src
 *     build    build/x, lib/build/y    src/*   src/a.ts, src/lib/b.ts; not lib/src/a.ts
 */
export function compileIgnorePattern(
  pattern: string,
  { ignoreCase = false }: { ignoreCase?: boolean } = {},
): (path: string) => boolean {
  const globs = alternativesOf(pattern).flatMap((alternative) => {
    const trimmed = alternative.replace(/\/+$/, '');
    const isEverything = /^(?:\.?\/)*\.?$/.test(trimmed);
    const starting = isEverything ? '**' : trimmed;
    const atAnyDepth = isEverything || starting.includes('/') ? starting : `**/${starting}`;
    return [atAnyDepth, `${atAnyDepth}/**`].map((glob) => parsePathGlob(glob, { ignoreCase }));
  });
  return (path) => globs.some((glob) => glob.matches(path));
}
