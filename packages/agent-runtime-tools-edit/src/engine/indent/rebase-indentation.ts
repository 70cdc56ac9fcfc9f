import type { FileText } from '../file-text.ts';
import type { HunkLines } from '../hunk-lines.ts';
import { indentOf } from './indent-of.ts';
import {
  lostLevelRule,
  scaleRule,
  commonShift,
  spacesForTabs,
  tabsForSpaces,
  toSpaces,
  toTabs,
  unshiftRule,
  type IndentPair,
  type IndentationRule,
} from './indentation-rules.ts';
import { indentationStyle } from './indentation-style.ts';
import { hasLostIndentation } from './has-lost-indentation.ts';
import { isAddedWithFileIndentation, indentationSource } from './indentation-source.ts';

/** A hunk together with the place where it was found. */
export interface PlacedHunk {
  readonly file: FileText;
  /** The 0-based line of the file where it begins. */
  readonly start: number;
  readonly before: readonly string[];
  /** The lines of the file that `before` matches. */
  readonly found: readonly string[];
  readonly after: readonly string[];
  /** Indexes of the lines that are in both `before` and `after`. */
  readonly keptPairs: HunkLines['keptPairs'];
  /** The format marks the kept lines, so each is written only once. */
  readonly hasExplicitContext: boolean;
  /** Whether a line of `after` is new, not kept. */
  readonly isNew: (index: number) => boolean;
  /** The indentation pairs of all hunks of the request. */
  readonly otherIndentPairs: () => readonly IndentPair[];
}

/**
 * Learns from the old lines, which are in both the hunk and the file, how to indent the new lines: unchanged, by a
 * constant shift, tabs for spaces, spaces for tabs, or another width of a level. A rule must explain every old line; if
 * two rules that do disagree, the indentation is unknown.
 *
 *     file                  hunk              result
 *     `<tab>if (a) {`       ` if (a) {`       `<tab>if (a) {`
 *     `<tab><tab>run();`    `-  run();`       `<tab><tab>stop();`
 *                           `+  stop();`
 */
export function rebaseIndentation(pairs: readonly IndentPair[], hunk: PlacedHunk): IndentationRule {
  const known = new Map(pairs.map((pair) => [`${pair.given}|${pair.found}`, pair]));
  // If only one of several lines differs, that line was re-indented, and the difference is not a rule.
  const isLone = pairs.length > 1 && pairs.filter(({ given, found }) => given !== found).length === 1;
  return learnRule([...known.values()], { ...hunk, isLone }) ?? unknownIndentation;
}

const unknownIndentation: IndentationRule = () => undefined;
const keepIndentation: IndentationRule = (given) => given;

function learnRule(pairs: readonly IndentPair[], hunk: PlacedHunk & { isLone: boolean }): IndentationRule | undefined {
  if (pairs.length === 0) return keepIndentation;
  if (pairs.every(({ given, found }) => given === found)) return sameIndentationRule(pairs, hunk);
  if (indentationSource(hunk) !== 'hunk' || isOnlyLineReindented(hunk)) return undefined;
  const turned = tabsForSpaces(pairs) ?? spacesForTabs(pairs);
  if (turned !== undefined && commonShift(pairs) === undefined) return turned;
  if (hunk.hasExplicitContext && isAddedWithFileIndentation(hunk)) return undefined;
  const shift = commonShift(pairs);
  if (shift !== undefined) return shiftRule(pairs, shift, hunk);
  const unshift = unshiftRule(pairs);
  if (unshift !== undefined || hunk.isLone || isAddedWithFileIndentation(hunk)) return unshift;
  return scaleRule(pairs) ?? lostLevelRule(pairs);
}

function isText(line: string): boolean {
  return line.trim() !== '';
}

/**
 * Whether a single kept line is the only evidence and its neighbours in the file are indented differently: then that
 * line may have been re-indented in the file, and says nothing about the hunk.
 */
function isOnlyLineReindented({ file, before, found, after, start }: PlacedHunk): boolean {
  const shared = before.flatMap((line, index) => (line.trim() === '' ? [] : [index]));
  const [only] = shared;
  if (only === undefined || shared.length > 1 || !after.some((line) => line.trim() === before[only]?.trim()))
    return false;
  const above = file.lines.slice(0, start + only).findLast(isText);
  const below = file.lines.slice(start + only + 1).find(isText);
  if (/[{([:]\s*$/.test(above ?? '') || (above ?? below) === undefined) return false;
  // A closing bracket is indented less than the line above it.
  const around = /^\s*[)\]}]/.test(found[only] ?? '') ? [below] : [above, below];
  return around.every((line) => line === undefined || indentOf(line) !== indentOf(found[only] ?? ''));
}

/**
 * The old lines are indented like the file, so new lines are taken as given. Not so for tabs in a file indented with
 * spaces, and for deep spaces in a file whose deep lines all have tabs.
 */
function sameIndentationRule(pairs: readonly IndentPair[], hunk: PlacedHunk): IndentationRule {
  if (pairs.every(({ given }) => given.length < 2 && given !== '\t')) {
    const others = hunk.otherIndentPairs();
    const isOther = others.some(({ given, found }) => given !== found);
    return tabsForSpaces(others) ?? spacesForTabs(others) ?? (isOther ? unknownIndentation : fileStyleRule('', hunk));
  }
  if (pairs.some(({ given }) => given.includes('\t')) || convertsToTabs(hunk)) return keepIndentation;
  const seen = new Set(pairs.map(({ given }) => given));
  return (given) => {
    if (seen.has(given) || (given.length < 4 && !given.includes('\t'))) return given;
    const { kind, deepest } = indentationStyle(hunk.file);
    if (!given.includes('\t')) return kind === 'mixed' && deepest < 4 ? undefined : given;
    if (kind !== 'spaces') return given;
    // Tabs beside indentations of two spaces stand for four spaces. In a short file the style itself may be changing.
    const isSettled = hunk.file.lines.filter((line) => line.startsWith('  ')).length >= MIN_SPACE_INDENTED;
    return isSettled && pairs.some((pair) => pair.given.length % 4 > 1) ? toSpaces(given, 4) : undefined;
  };
}

/** From this many space-indented lines on, the file is certainly indented with spaces. */
const MIN_SPACE_INDENTED = 20;

/** Whether the change itself turns the spaces of some lines into tabs. */
function convertsToTabs({ before, after }: PlacedHunk): boolean {
  const [tabbed, all] = [new Set<string>(), new Set(after)];
  for (const line of after) if (line.startsWith('\t')) tabbed.add(line.trim());
  return before.some((line) => line.startsWith(' ') && !all.has(line) && tabbed.has(line.trim()));
}

function shiftRule(pairs: readonly IndentPair[], shift: string, hunk: PlacedHunk): IndentationRule {
  if (hasLostIndentation(hunk.after, { isNew: hunk.isNew, fileLines: hunk.file.lines }) || addsTopLevelStatement(hunk))
    return unknownIndentation;
  if (pairs.every(({ given }) => given === '')) return fileStyleRule(shift, hunk);
  return (given) => shift + given;
}

/** Whether a new line is an import or export, in a file that has those only at the top level: it must not be shifted. */
function addsTopLevelStatement({ file, after, isNew }: PlacedHunk): boolean {
  const isModular = after.some((line, index) => /^(export|import) /.test(line) && isNew(index));
  return isModular && !file.lines.some((line) => /^\s+(export|import) /.test(line));
}

/**
 * The old lines have no indentation to learn from. New lines with spaces become tabs in a file of tabs, and the reverse,
 * by the width of a level in the hunk or in the file.
 */
function fileStyleRule(prefix: string, { file, before, after }: PlacedHunk): IndentationRule {
  const given = [...before, ...after].filter((line) => line.trim() !== '').map(indentOf);
  const tabbed = given.some((indent) => indent.startsWith('\t'));
  const spaced = given.some((indent) => indent.startsWith('  '));
  if (!tabbed && !spaced) return (indent) => prefix + indent;
  const { kind, unit, step, blocks } = indentationStyle(file);
  // Without blocks the indentation may be that of a list or of plain text.
  if (kind !== 'none' && kind !== 'mixed' && !blocks)
    return tabbed === (kind === 'tabs') && tabbed !== spaced ? (indent) => prefix + indent : unknownIndentation;
  if (tabbed && spaced) return kind === 'spaces' ? unknownIndentation : (indent) => prefix + indent;
  if (kind === 'tabs' && spaced) {
    if (step > 1) return unknownIndentation;
    const level = levelWidth(given);
    // Spaces that do not form levels align something.
    if (level === 0)
      return prefix === '' && given.some((indent) => indent.length % 4 > 1) ? keepIndentation : unknownIndentation;
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

/** Spaces per level in a list of indentations; 0 where no width fits all of them. */
function levelWidth(given: readonly string[]): number {
  const widths = given.map((indent) => indent.length).filter((width) => width > 1);
  return [4, 2, 3].find((level) => widths.includes(level) && widths.every((width) => width % level <= 1)) ?? 0;
}
