/** The indentation of the same line as given in the hunk and as found in the file. */
export interface IndentPair {
  readonly given: string;
  readonly found: string;
}

/** Turns the indentation that a hunk gives a new line into the file's; undefined where that is not certain. */
export type IndentationRule = (given: string) => string | undefined;

/**
 * The prefix that all of the file's lines have in addition.
 *
 *     hunk    a          file    ····a         shift: four spaces
 *             ··b                ······b
 */
export function commonShift(pairs: readonly IndentPair[]): string | undefined {
  const [first] = pairs;
  if (!first?.found.endsWith(first.given)) return undefined;
  const prefix = first.found.slice(0, first.found.length - first.given.length);
  if (prefix === '' || !pairs.every(({ given, found }) => found === prefix + given)) return undefined;
  return prefix;
}

/** The reverse: the hunk's lines all have the same additional prefix, which is removed. */
export function unshiftRule(pairs: readonly IndentPair[]): IndentationRule | undefined {
  const [first] = pairs;
  if (!first?.given.endsWith(first.found)) return undefined;
  const prefix = first.given.slice(0, first.given.length - first.found.length);
  if (prefix === '' || !pairs.every(({ given, found }) => given === prefix + found)) return undefined;
  return (given) => (given.startsWith(prefix) ? given.slice(prefix.length) : undefined);
}

/** The hunk has spaces where the file has tabs. The file may start at a deeper level. */
export function tabsForSpaces(pairs: readonly IndentPair[]): IndentationRule | undefined {
  if (!pairs.some(({ found }) => found.includes('\t')) || pairs.some(({ given }) => given.includes('\t')))
    return undefined;
  return ruleAllWidthsAgreeOn(pairs, (level, base) => (given) => {
    const tabs = toTabs(given, level);
    return tabs === undefined ? undefined : base + tabs;
  });
}

/** The hunk has tabs where the file has spaces. */
export function spacesForTabs(pairs: readonly IndentPair[]): IndentationRule | undefined {
  if (!pairs.some(({ given }) => given.includes('\t')) || pairs.some(({ found }) => found.includes('\t')))
    return undefined;
  return ruleAllWidthsAgreeOn(pairs, (level, base) => (given) => {
    const spaces = toSpaces(given, level);
    return spaces === undefined ? undefined : base + spaces;
  });
}

/** Both have spaces, but a level is two spaces in one and four in the other, say. One level says nothing about deeper ones. */
export function scaleRule(pairs: readonly IndentPair[]): IndentationRule | undefined {
  if (pairs.some(({ given, found }) => /[^ ]/.test(given + found))) return undefined;
  const deepest = pairs.toSorted((one, other) => other.given.length - one.given.length)[0];
  if (!deepest || deepest.given === '' || deepest.found === '' || pairs.length < 2) return undefined;
  const factor = deepest.found.length / deepest.given.length;
  if (!SCALE_FACTORS.has(factor)) return undefined;
  const scale: IndentationRule = (given) => {
    const width = given.length * factor;
    return Number.isInteger(width) ? ' '.repeat(width) : undefined;
  };
  if (!explains(scale, pairs)) return undefined;
  if (pairs.filter(({ given }) => given !== '').length > 1) return scale;
  const lost = lostLevelRule(pairs);
  return (given) => {
    if (lost !== undefined && lost(given) === undefined) return undefined;
    return given === '' || given === deepest.given ? scale(given) : undefined;
  };
}

/** The ratios between levels of 2, 4 and 8 spaces. */
const SCALE_FACTORS: ReadonlySet<number> = new Set([2, 4, 1 / 2, 1 / 4]);

/**
 * Each of the hunk's lines has lost up to four spaces or one tab. A line with some indentation left can be restored; a
 * line without any may have been at any of the lost depths.
 *
 *     file    ··a          hunk    a        new line `····c` becomes ········c
 *             ········b            ····b    new line `c` is not certain
 */
export function lostLevelRule(pairs: readonly IndentPair[]): IndentationRule | undefined {
  for (const lost of ['\t', '    ']) {
    if (!pairs.some(({ given, found }) => given !== '' && found === lost + given)) continue;
    const whole = pairs.every(
      ({ given, found }) => given === (found.startsWith(lost) ? found.slice(lost.length) : found),
    );
    const upTo = pairs.every(
      ({ given, found }) => given === (lost === '\t' ? found.replace(/^\t/, '') : found.replace(/^ {1,4}/, '')),
    );
    if (!whole && !upTo) continue;
    return (given) => (given === '' || (whole && given.length < lost.length) ? undefined : lost + given);
  }
  return undefined;
}

const LEVELS = [2, 4, 8, 3];

/** Tries every width of a level: the result where all widths that explain the pairs agree on it. */
function ruleAllWidthsAgreeOn(
  pairs: readonly IndentPair[],
  ruleOf: (level: number, base: string) => IndentationRule,
): IndentationRule | undefined {
  const outermost = pairs.toSorted((one, other) => one.given.length - other.given.length)[0];
  const base = outermost?.given === '' ? outermost.found : '';
  const rules = LEVELS.map((level) => ruleOf(level, base)).filter((rule) => explains(rule, pairs));
  if (rules.length < 2) return rules[0];
  return (given) => {
    const results = new Set(rules.map((rule) => rule(given)));
    return results.size === 1 ? [...results][0] : undefined;
  };
}

function explains(rule: IndentationRule, pairs: readonly IndentPair[]): boolean {
  return pairs.every(({ given, found }) => rule(given) === found);
}

export function toTabs(indent: string, level: number): string | undefined {
  if (/[^ ]/.test(indent)) return undefined;
  return '\t'.repeat(Math.floor(indent.length / level)) + ' '.repeat(indent.length % level);
}

export function toSpaces(indent: string, level: number): string | undefined {
  const [, tabs = '', rest = ''] = /^(\t*)( *)$/.exec(indent) ?? [];
  return tabs + rest === indent ? ' '.repeat(tabs.length * level) + rest : undefined;
}
