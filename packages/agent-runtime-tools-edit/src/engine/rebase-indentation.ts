import type { FileText } from './file-text.ts';
import type { HunkLines } from './hunk-lines.ts';
import { indentOf } from './indent-of.ts';
import {
  lostRule,
  scaleRule,
  shiftOf,
  spacesForTabs,
  tabsForSpaces,
  toSpaces,
  toTabs,
  unshiftRule,
  type IndentPair,
  type Rebase,
} from './indentation-rules.ts';
import { indentationStyle } from './indentation-style.ts';
import { isFlattened } from './is-flattened.ts';
import { isNewInFiles, whoseIndentation } from './whose-indentation.ts';

/** A hunk at its place. */
export interface PlacedHunk {
  readonly file: FileText;
  /** Its first line in the file. */
  readonly start: number;
  readonly before: readonly string[];
  /** The lines of the file that `before` was found to be. */
  readonly found: readonly string[];
  readonly after: readonly string[];
  /** Lines of `before` and of `after` that are the same. */
  readonly pairs: HunkLines['pairs'];
  /** The hunk's format says which lines stay, so that these cannot be spelt in two ways. */
  readonly told: boolean;
  /** Whether a line of `after` is none that the hunk keeps. */
  readonly fresh: (index: number) => boolean;
  /** What the author's other hunks show. */
  readonly others: () => readonly IndentPair[];
}

/**
 * Learns from the lines that a hunk and a file share how the hunk's indentation becomes the file's: not at all, by a
 * constant shift, by tabs for spaces or spaces for tabs, by another width of a level. A rule counts only when it
 * explains every shared line, and where two that do disagree nothing is told.
 */
export function rebaseIndentation(pairs: readonly IndentPair[], hunk: PlacedHunk): Rebase {
  const known = new Map(pairs.map((pair) => [`${pair.given}|${pair.found}`, pair]));
  // One line among several is that line's matter, whatever else would explain it.
  const isLone = pairs.length > 1 && pairs.filter(({ given, found }) => given !== found).length === 1;
  return ruleFor([...known.values()], { ...hunk, isLone }) ?? nothing;
}

const nothing: Rebase = () => undefined;
const asGiven: Rebase = (given) => given;

function ruleFor(pairs: readonly IndentPair[], hunk: PlacedHunk & { isLone: boolean }): Rebase | undefined {
  if (pairs.length === 0) return asGiven;
  if (pairs.every(({ given, found }) => given === found)) return sameRule(pairs, hunk);
  if (whoseIndentation(hunk) !== 'hunk' || isOneNeighbour(hunk)) return undefined;
  const turned = tabsForSpaces(pairs) ?? spacesForTabs(pairs);
  if (turned !== undefined && shiftOf(pairs) === undefined) return turned;
  if (hunk.told && isNewInFiles(hunk)) return undefined;
  const shift = shiftOf(pairs);
  if (shift !== undefined) return shiftRule(pairs, shift, hunk);
  const unshift = unshiftRule(pairs);
  if (unshift !== undefined || hunk.isLone || isNewInFiles(hunk)) return unshift;
  return scaleRule(pairs) ?? lostRule(pairs);
}

function isText(line: string): boolean {
  return line.trim() !== '';
}

/**
 * One line that stays is all that is shared, and those around it in the file are indented otherwise: it may be the line
 * that is now, and not the hunk.
 */
function isOneNeighbour({ file, before, found, after, start }: PlacedHunk): boolean {
  const shared = before.flatMap((line, index) => (line.trim() === '' ? [] : [index]));
  const [only] = shared;
  if (only === undefined || shared.length > 1 || !after.some((line) => line.trim() === before[only]?.trim()))
    return false;
  const above = file.lines.slice(0, start + only).findLast(isText);
  const below = file.lines.slice(start + only + 1).find(isText);
  if (/[{([:]\s*$/.test(above ?? '') || (above ?? below) === undefined) return false;
  // What closes a block is further out than what it encloses.
  const around = /^\s*[)\]}]/.test(found[only] ?? '') ? [below] : [above, below];
  return around.every((line) => line === undefined || indentOf(line) !== indentOf(found[only] ?? ''));
}

/** As given; but next to lines with spaces, tabs in a file without them and spaces where all deep lines have tabs are not of the file. */
function sameRule(pairs: readonly IndentPair[], hunk: PlacedHunk): Rebase {
  if (pairs.every(({ given }) => given.length < 2 && given !== '\t')) {
    const others = hunk.others();
    const isOther = others.some(({ given, found }) => given !== found);
    return tabsForSpaces(others) ?? spacesForTabs(others) ?? (isOther ? nothing : styleRule('', hunk));
  }
  if (pairs.some(({ given }) => given.includes('\t')) || reindents(hunk)) return asGiven;
  const seen = new Set(pairs.map(({ given }) => given));
  return (given) => {
    if (seen.has(given) || (given.length < 4 && !given.includes('\t'))) return given;
    const { kind, deepest } = indentationStyle(hunk.file);
    if (!given.includes('\t')) return kind === 'mixed' && deepest < 4 ? undefined : given;
    if (kind !== 'spaces') return given;
    // Where two spaces were left alone, a tab is four; but a short file may well change its style.
    const isSettled = hunk.file.lines.filter((line) => line.startsWith('  ')).length >= MIN_SETTLED;
    return isSettled && pairs.some((pair) => pair.given.length % 4 > 1) ? toSpaces(given, 4) : undefined;
  };
}

/** Lines with spaces that make a file's style certain. */
const MIN_SETTLED = 20;

/** The change is about the indentation of lines that stay. */
function reindents({ before, after }: PlacedHunk): boolean {
  const [tabbed, all] = [new Set<string>(), new Set(after)];
  for (const line of after) if (line.startsWith('\t')) tabbed.add(line.trim());
  return before.some((line) => line.startsWith(' ') && !all.has(line) && tabbed.has(line.trim()));
}

function shiftRule(pairs: readonly IndentPair[], shift: string, hunk: PlacedHunk): Rebase {
  if (isFlattened(hunk.after, { fresh: hunk.fresh, usual: hunk.file.lines }) || isOutermost(hunk)) return nothing;
  if (pairs.every(({ given }) => given === '')) return styleRule(shift, hunk);
  return (given) => shift + given;
}

/** A new line is a statement that modules only have outermost, and so has the file: it is not further in. */
function isOutermost({ file, after, fresh }: PlacedHunk): boolean {
  const isModular = after.some((line, index) => /^(export|import) /.test(line) && fresh(index));
  return isModular && !file.lines.some((line) => /^\s+(export|import) /.test(line));
}

/** Nothing in the hunk shows how it writes a level: where it has spaces and the file only tabs, or the reverse, it gets the file's. */
function styleRule(prefix: string, { file, before, after }: PlacedHunk): Rebase {
  const given = [...before, ...after].filter((line) => line.trim() !== '').map(indentOf);
  const tabbed = given.some((indent) => indent.startsWith('\t'));
  const spaced = given.some((indent) => indent.startsWith('  '));
  if (!tabbed && !spaced) return (indent) => prefix + indent;
  const { kind, unit, step, blocks } = indentationStyle(file);
  // Lines that nothing opens may be anything: a list, a text.
  if (kind !== 'none' && kind !== 'mixed' && !blocks)
    return tabbed === (kind === 'tabs') && tabbed !== spaced ? (indent) => prefix + indent : nothing;
  if (tabbed && spaced) return kind === 'spaces' ? nothing : (indent) => prefix + indent;
  if (kind === 'tabs' && spaced) {
    if (step > 1) return nothing;
    const level = levelOf(given);
    // Spaces that are no levels align something.
    if (level === 0) return prefix === '' && given.some((indent) => indent.length % 4 > 1) ? asGiven : nothing;
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

/** Spaces of a level in a list of indentations; 0 where they do not agree on one. */
function levelOf(given: readonly string[]): number {
  const widths = given.map((indent) => indent.length).filter((width) => width > 1);
  return [4, 2, 3].find((level) => widths.includes(level) && widths.every((width) => width % level <= 1)) ?? 0;
}
