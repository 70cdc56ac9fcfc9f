import { DEEP, matchesGlob, type GlobPattern } from './glob-pattern.ts';

/** Which files a search is about, among those below its folder. */
export interface GlobFilter {
  /** Whether a path below the folder fits. Undefined when every file does. */
  readonly accepts: ((path: string) => boolean) | undefined;
  /**
   * Globs for file names that say the same: ripgrep applies them exactly. Undefined when folders matter, or when a
   * wildcard stands for a character, which ripgrep takes for a byte.
   */
  readonly names: readonly string[] | undefined;
  /** Lines for an ignore file, from the folder, that leave out most of what does not fit and nothing that does. */
  readonly rules: readonly string[];
}

export function globFilter(include: readonly GlobPattern[]): GlobFilter {
  if (include.length === 0 || include.some(isEverything)) return { accepts: undefined, names: undefined, rules: [] };
  return {
    accepts: quickMatcher(include) ?? ((path) => include.some((pattern) => matchesGlob(pattern, path))),
    names: include.every(isPlainName) ? include.map(({ sources }) => sources[1] ?? '') : undefined,
    rules: ['*', ...new Set(include.flatMap(showAgain))],
  };
}

function isEverything({ sources }: GlobPattern): boolean {
  return sources[0] === '**' && (sources.length === 1 || (sources.length === 2 && sources[1] === '*'));
}

function isPlainName({ sources }: GlobPattern): boolean {
  return sources.length === 2 && sources[0] === '**' && /^[^\\[\]?{}!:\n]+$/.test(sources[1] ?? '');
}

/** `*.ts` in any folder needs no matcher, and it is what most searches ask for. */
function quickMatcher(include: readonly GlobPattern[]): ((path: string) => boolean) | undefined {
  const endings = include.map(({ sources }) => sources.length === 2 && sources[0] === '**' && sources[1]);
  const plain = endings.flatMap((ending) =>
    typeof ending === 'string' && /^\*[^*?[\\]+$/.test(ending) ? [ending.slice(1)] : [],
  );
  return plain.length === include.length ? (path) => plain.some((ending) => path.endsWith(ending)) : undefined;
}

/** The folders on the way, then the files. What stands for one character is widened: bytes are not characters. */
function showAgain({ sources, segments }: GlobPattern): string[] {
  const lines: string[] = [];
  let folder = '';
  for (const [index, source] of sources.entries()) {
    const isLast = index === sources.length - 1;
    if (segments[index] === DEEP) {
      lines.push(`!${folder}/**/`);
      if (isLast) lines.push(`!${folder}/**`);
      folder += '/**';
      continue;
    }
    folder += `/${widened(source)}`;
    lines.push(isLast ? `!${folder}` : `!${folder}/`);
  }
  return lines;
}

function widened(source: string): string {
  return source
    .replaceAll(/\\[^]|\[[!^]?\]?[^\]]*\]|[?\n]/gu, (part) => (/^\\[!-~]$/.test(part) ? part : '*'))
    .replaceAll(/\*+/g, '*')
    .replaceAll(' ', '\\ ');
}
