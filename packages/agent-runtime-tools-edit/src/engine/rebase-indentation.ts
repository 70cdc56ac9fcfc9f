import type { FileText } from './file-text.ts';
import { indentOf } from './indent-of.ts';
import { indentationStyle } from './indentation-style.ts';

/** What the same line is indented by in a hunk and in the file. */
export interface IndentPair {
  readonly given: string;
  readonly found: string;
}

/** The file's indentation for one that the hunk gives a new line; undefined where the file does not tell. */
export type Rebase = (given: string) => string | undefined;

/**
 * Learns from the lines that a hunk and a file share how the hunk's indentation becomes the file's: not at all, by a
 * constant shift, by tabs for spaces or spaces for tabs, by another width of a level. A rule counts only when it
 * explains every shared line.
 */
export function rebaseIndentation(
  pairs: readonly IndentPair[],
  { file, before, after, others }: HunkSurroundings,
): Rebase {
  const known = new Map<string, Set<string>>();
  for (const { given, found } of pairs) known.set(given, (known.get(given) ?? new Set()).add(found));
  const distinct = [...known].flatMap(([given, all]) => [...all].map((found) => ({ given, found })));
  const given = [...distinct.map((pair) => pair.given), ...after.filter((line) => line.trim() !== '').map(indentOf)];
  const inOrder = isInOrder(distinct);
  const rule = ruleFor(distinct, { file, before, after, given, others }) ?? nothing;
  return (indent) => {
    const seen = known.get(indent);
    if (seen !== undefined) return seen.size === 1 && inOrder ? [...seen][0] : undefined;
    return rule(indent);
  };
}

const nothing: Rebase = () => undefined;

/** What is further in for the one is so for the other: else the author has lost indentation, and nothing can be told. */
function isInOrder(pairs: readonly IndentPair[]): boolean {
  if (pairs.every(({ given, found }) => given === found)) return true;
  const sorted = pairs.toSorted((one, other) => widthOf(one.given) - widthOf(other.given));
  return sorted.every((pair, index) => index === 0 || widthOf(pair.found) > widthOf(sorted[index - 1]?.found ?? ''));
}

function widthOf(indent: string): number {
  return indent.replaceAll('\t', '    ').length;
}

interface HunkSurroundings {
  readonly file: FileText;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** What the author's other hunks show. */
  readonly others: () => readonly IndentPair[];
}

interface Surroundings extends HunkSurroundings {
  /** Every indentation of the hunk, that of its new lines last and in order. */
  readonly given: readonly string[];
}

function ruleFor(pairs: readonly IndentPair[], surroundings: Surroundings): Rebase | undefined {
  if (pairs.length === 0) return (given) => given;
  const same = pairs.every(({ given, found }) => given === found);
  if (same && pairs.some(({ given }) => given.length > 1 || given === '\t')) return sameRule(pairs, surroundings);
  if (same)
    return tabsForSpaces(surroundings.others()) ?? spacesForTabs(surroundings.others()) ?? styleRule('', surroundings);
  return (
    shiftRule(pairs, surroundings) ??
    unshiftRule(pairs) ??
    tabsForSpaces(pairs) ??
    spacesForTabs(pairs) ??
    scaleRule(pairs)
  );
}

/** As given; but next to lines with spaces, tabs in a file without them and spaces where all deep lines have tabs are not of the file. */
function sameRule(pairs: readonly IndentPair[], { file, before, after }: Surroundings): Rebase {
  if (pairs.some(({ given }) => given.includes('\t')) || reindents(before, after)) return (given) => given;
  return (given) => {
    if (given.length < 4 && !given.includes('\t')) return given;
    const { kind, deepest } = indentationStyle(file);
    const foreign = given.includes('\t') ? kind === 'spaces' : kind === 'mixed' && deepest < 4;
    return foreign ? undefined : given;
  };
}

/** The change is about the indentation of lines that stay. */
function reindents(before: readonly string[], after: readonly string[]): boolean {
  const tabbed = new Set(after.filter((line) => line.startsWith('\t')).map((line) => line.trim()));
  return before.some((line) => line.startsWith(' ') && tabbed.has(line.trim()));
}

/** Nothing in the hunk shows how it writes a level: where it has spaces and the file only tabs, or the reverse, it gets the file's. */
function styleRule(prefix: string, { file, given }: Surroundings): Rebase {
  const tabbed = given.some((indent) => indent.startsWith('\t'));
  const spaced = given.some((indent) => indent.startsWith('  '));
  if (!tabbed && !spaced) return (indent) => prefix + indent;
  const { kind, unit } = indentationStyle(file);
  if (tabbed && spaced) return kind === 'spaces' ? nothing : (indent) => prefix + indent;
  if (kind === 'tabs' && spaced) {
    const level = levelOf(given);
    // Spaces that are no levels align something.
    if (level === 0)
      return prefix === '' && given.some((indent) => indent.length % 4 > 1) ? (indent) => indent : nothing;
    return (indent) => withPrefix(prefix, toTabs(indent, level));
  }
  if (kind === 'spaces' && tabbed) {
    const shallow = given.some((indent) => /^\t(?!\t)/.test(indent));
    return (indent) => (unit === 0 || !shallow ? undefined : withPrefix(prefix, toSpaces(indent, unit)));
  }
  return (indent) => prefix + indent;
}

function withPrefix(prefix: string, indent: string | undefined): string | undefined {
  return indent === undefined ? undefined : prefix + indent;
}

/** The file's lines are all further in, by the same. */
function shiftRule(pairs: readonly IndentPair[], surroundings: Surroundings): Rebase | undefined {
  const [first] = pairs;
  if (!first?.found.endsWith(first.given)) return undefined;
  const prefix = first.found.slice(0, first.found.length - first.given.length);
  if (prefix === '' || !pairs.every(({ given, found }) => found === prefix + given)) return undefined;
  if (pairs.every(({ given }) => given === '')) return styleRule(prefix, surroundings);
  return (given) => prefix + given;
}

/** The hunk's lines are all further in, by the same. */
function unshiftRule(pairs: readonly IndentPair[]): Rebase | undefined {
  const [first] = pairs;
  if (!first?.given.endsWith(first.found)) return undefined;
  const prefix = first.given.slice(0, first.given.length - first.found.length);
  if (prefix === '' || !pairs.every(({ given, found }) => given === prefix + found)) return undefined;
  return (given) => (given.startsWith(prefix) ? given.slice(prefix.length) : undefined);
}

/** The hunk has spaces where the file has tabs, perhaps from another level on. */
function tabsForSpaces(pairs: readonly IndentPair[]): Rebase | undefined {
  if (!pairs.some(({ found }) => found.includes('\t')) || pairs.some(({ given }) => given.includes('\t')))
    return undefined;
  return firstThat(LEVELS, pairs, (level, base) => (given) => {
    const tabs = toTabs(given, level);
    return tabs === undefined ? undefined : base + tabs;
  });
}

function spacesForTabs(pairs: readonly IndentPair[]): Rebase | undefined {
  if (!pairs.some(({ given }) => given.includes('\t')) || pairs.some(({ found }) => found.includes('\t')))
    return undefined;
  return firstThat(LEVELS, pairs, (level, base) => (given) => {
    const spaces = toSpaces(given, level);
    return spaces === undefined ? undefined : base + spaces;
  });
}

/** Both have spaces, but a level is another number of them. */
function scaleRule(pairs: readonly IndentPair[]): Rebase | undefined {
  if (pairs.some(({ given, found }) => /[^ ]/.test(given + found))) return undefined;
  const deepest = pairs.toSorted((one, other) => other.given.length - one.given.length)[0];
  if (!deepest || deepest.given === '' || deepest.found === '') return undefined;
  const factor = deepest.found.length / deepest.given.length;
  const scale: Rebase = (given) => {
    const width = given.length * factor;
    return Number.isInteger(width) ? ' '.repeat(width) : undefined;
  };
  return explains(scale, pairs) && pairs.length > 1 ? scale : undefined;
}

const LEVELS = [2, 4, 8, 3];

/** The one rule that explains all pairs; undefined when several do and disagree, as then nothing tells which. */
function firstThat(
  levels: readonly number[],
  pairs: readonly IndentPair[],
  ruleOf: (level: number, base: string) => Rebase,
): Rebase | undefined {
  const outermost = pairs.toSorted((one, other) => one.given.length - other.given.length)[0];
  const bases = outermost?.given === '' ? [outermost.found] : [''];
  const rules = bases
    .flatMap((base) => levels.map((level) => ruleOf(level, base)))
    .filter((rule) => explains(rule, pairs));
  if (rules.length < 2) return rules[0];
  return (given) => {
    const results = new Set(rules.map((rule) => rule(given)));
    return results.size === 1 ? [...results][0] : undefined;
  };
}

function explains(rule: Rebase, pairs: readonly IndentPair[]): boolean {
  return pairs.every(({ given, found }) => rule(given) === found);
}

function toTabs(indent: string, level: number): string | undefined {
  if (/[^ ]/.test(indent)) return undefined;
  return '\t'.repeat(Math.floor(indent.length / level)) + ' '.repeat(indent.length % level);
}

function toSpaces(indent: string, level: number): string | undefined {
  const [, tabs = '', rest = ''] = /^(\t*)( *)$/.exec(indent) ?? [];
  return tabs + rest === indent ? ' '.repeat(tabs.length * level) + rest : undefined;
}

/** Spaces of a level in a list of indentations; 0 where they do not agree on one. */
function levelOf(given: readonly string[]): number {
  const widths = given.map((indent) => indent.length).filter((width) => width > 1);
  return [4, 2, 3].find((level) => widths.includes(level) && widths.every((width) => width % level <= 1)) ?? 0;
}
