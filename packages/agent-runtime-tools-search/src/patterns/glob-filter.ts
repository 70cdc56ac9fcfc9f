import type { PathGlob } from '@ku0/agent-runtime-tools-rules';

/** Which files below the searched folder the include globs select. */
export interface GlobFilter {
  /** Tests a path below the folder. Undefined when every file is selected. */
  readonly accepts: ((path: string) => boolean) | undefined;
  /**
   * The same selection as globs for file names, which ripgrep applies exactly. Undefined when folders matter, or when a
   * wildcard stands for one character, which ripgrep takes for one byte.
   */
  readonly names: readonly string[] | undefined;
  /** Lines of an ignore file in the folder that exclude most files that are not selected, and none that are. */
  readonly rules: readonly string[];
}

export function globFilter(include: readonly PathGlob[]): GlobFilter {
  if (include.length === 0 || include.some(matchesEverything))
    return { accepts: undefined, names: undefined, rules: [] };
  return {
    accepts: suffixTest(include) ?? ((path) => include.some((glob) => glob.matches(path))),
    names: include.every(isPlainName) ? include.map(({ segments }) => segments[1] ?? '') : undefined,
    rules: ['*', ...new Set(include.flatMap(includeRules))],
  };
}

function matchesEverything({ segments }: PathGlob): boolean {
  return segments[0] === '**' && (segments.length === 1 || (segments.length === 2 && segments[1] === '*'));
}

function isPlainName({ segments }: PathGlob): boolean {
  return segments.length === 2 && segments[0] === '**' && /^[^\\[\]?{}!:\n]+$/.test(segments[1] ?? '');
}

/** A fast test for globs such as `*.ts` in any folder, which most searches use; undefined for any other glob. */
function suffixTest(include: readonly PathGlob[]): ((path: string) => boolean) | undefined {
  const endings = include.map(({ segments }) => segments.length === 2 && segments[0] === '**' && segments[1]);
  const plain = endings.flatMap((ending) =>
    typeof ending === 'string' && /^\*[^*?[\\]+$/.test(ending) ? [ending.slice(1)] : [],
  );
  return plain.length === include.length ? (path) => plain.some((ending) => path.endsWith(ending)) : undefined;
}

/**
 * Ignore lines that re-include the folders on the way and then the files. A wildcard for one character becomes `*`, since
 * ripgrep would match one byte.
 *
 *     src/?.ts  ->  !/src/  !/src/*.ts
 */
function includeRules({ segments }: PathGlob): string[] {
  const lines: string[] = [];
  let folder = '';
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === '**') {
      lines.push(`!${folder}/**/`);
      if (isLast) lines.push(`!${folder}/**`);
      folder += '/**';
      continue;
    }
    folder += `/${widenWildcards(segment)}`;
    lines.push(isLast ? `!${folder}` : `!${folder}/`);
  }
  return lines;
}

function widenWildcards(segment: string): string {
  return segment
    .replaceAll(/\\[^]|\[[!^]?\]?[^\]]*\]|[?\n]/gu, (part) => (/^\\[!-~]$/.test(part) ? part : '*'))
    .replaceAll(/\*+/g, '*')
    .replaceAll(' ', '\\ ');
}
