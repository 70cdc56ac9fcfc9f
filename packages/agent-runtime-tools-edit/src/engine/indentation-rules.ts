/** What the same line is indented by in a hunk and in the file. */
export interface IndentPair {
  readonly given: string;
  readonly found: string;
}

/** The file's indentation for one that the hunk gives a new line; undefined where the file does not tell. */
export type Rebase = (given: string) => string | undefined;

/** The file's lines are all further in, by the same. */
export function shiftOf(pairs: readonly IndentPair[]): string | undefined {
  const [first] = pairs;
  if (!first?.found.endsWith(first.given)) return undefined;
  const prefix = first.found.slice(0, first.found.length - first.given.length);
  if (prefix === '' || !pairs.every(({ given, found }) => found === prefix + given)) return undefined;
  return prefix;
}

/** The hunk's lines are all further in, by the same. */
export function unshiftRule(pairs: readonly IndentPair[]): Rebase | undefined {
  const [first] = pairs;
  if (!first?.given.endsWith(first.found)) return undefined;
  const prefix = first.given.slice(0, first.given.length - first.found.length);
  if (prefix === '' || !pairs.every(({ given, found }) => given === prefix + found)) return undefined;
  return (given) => (given.startsWith(prefix) ? given.slice(prefix.length) : undefined);
}

/** The hunk has spaces where the file has tabs, perhaps from another level on. */
export function tabsForSpaces(pairs: readonly IndentPair[]): Rebase | undefined {
  if (!pairs.some(({ found }) => found.includes('\t')) || pairs.some(({ given }) => given.includes('\t')))
    return undefined;
  return agreed(pairs, (level, base) => (given) => {
    const tabs = toTabs(given, level);
    return tabs === undefined ? undefined : base + tabs;
  });
}

export function spacesForTabs(pairs: readonly IndentPair[]): Rebase | undefined {
  if (!pairs.some(({ given }) => given.includes('\t')) || pairs.some(({ found }) => found.includes('\t')))
    return undefined;
  return agreed(pairs, (level, base) => (given) => {
    const spaces = toSpaces(given, level);
    return spaces === undefined ? undefined : base + spaces;
  });
}

/** Both have spaces, but a level is another number of them. One level does not show what becomes of deeper ones. */
export function scaleRule(pairs: readonly IndentPair[]): Rebase | undefined {
  if (pairs.some(({ given, found }) => /[^ ]/.test(given + found))) return undefined;
  const deepest = pairs.toSorted((one, other) => other.given.length - one.given.length)[0];
  if (!deepest || deepest.given === '' || deepest.found === '' || pairs.length < 2) return undefined;
  const factor = deepest.found.length / deepest.given.length;
  if (!WIDTHS.has(factor)) return undefined;
  const scale: Rebase = (given) => {
    const width = given.length * factor;
    return Number.isInteger(width) ? ' '.repeat(width) : undefined;
  };
  if (!explains(scale, pairs)) return undefined;
  if (pairs.filter(({ given }) => given !== '').length > 1) return scale;
  const lost = lostRule(pairs);
  return (given) => {
    if (lost !== undefined && lost(given) === undefined) return undefined;
    return given === '' || given === deepest.given ? scale(given) : undefined;
  };
}

/** Of levels of 2, 4 and 8 spaces. */
const WIDTHS: ReadonlySet<number> = new Set([2, 4, 1 / 2, 1 / 4]);

/**
 * Each of the hunk's lines has lost up to four blanks or a tab: what it has left tells how far in it was, but lines
 * without any left may have been anywhere.
 */
export function lostRule(pairs: readonly IndentPair[]): Rebase | undefined {
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

/** What all rules that explain the pairs agree on. */
function agreed(pairs: readonly IndentPair[], ruleOf: (level: number, base: string) => Rebase): Rebase | undefined {
  const outermost = pairs.toSorted((one, other) => one.given.length - other.given.length)[0];
  const base = outermost?.given === '' ? outermost.found : '';
  const rules = LEVELS.map((level) => ruleOf(level, base)).filter((rule) => explains(rule, pairs));
  if (rules.length < 2) return rules[0];
  return (given) => {
    const results = new Set(rules.map((rule) => rule(given)));
    return results.size === 1 ? [...results][0] : undefined;
  };
}

function explains(rule: Rebase, pairs: readonly IndentPair[]): boolean {
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
