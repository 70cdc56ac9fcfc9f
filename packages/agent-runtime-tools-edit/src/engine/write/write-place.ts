import type { CharacterAdapter, LinePair } from './adapt-characters.ts';
import type { FileText } from '../file-text.ts';
import { symmetricContext } from './symmetric-context.ts';
import { withKeptLines, comparisonKeys, type HunkLines } from '../hunk-lines.ts';
import { indentOf } from '../indent/indent-of.ts';
import { isKeptLineAmbiguous, type LineWriter } from './is-kept-line-ambiguous.ts';
import { indentPairs, usesFileSpelling, isTypographicVariant, pairLines, type AuthorStyle } from './author-style.ts';
import type { Place } from '../place.ts';
import type { IndentationRule } from '../indent/indentation-rules.ts';
import { rebaseIndentation } from '../indent/rebase-indentation.ts';
import { indentationSource } from '../indent/indentation-source.ts';

/** Replaces the lines `[start, end)` of a file. A line without an `end` gets the line end of its neighbour. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly { readonly text: string; readonly end?: string }[];
}

/**
 * The changes of a hunk at its place, in the file's indentation, spelling and line ends. Kept lines keep the file's
 * bytes. Returns a message where it is not certain how the new lines have to be written.
 */
export function writePlace(file: FileText, place: Place, authorStyle: AuthorStyle): Splice[] | string {
  if (place.unclearReason !== undefined) return place.unclearReason;
  return toSplices(file, withFileIndentation(file, place), authorStyle) ?? UNCLEAR_STYLE;
}

/** If only the old lines are indented differently than the file, replaces them by the file's lines. */
function withFileIndentation(file: FileText, place: Place): Place {
  const { start, end, how, lines } = place;
  if (how !== 'indentation') return place;
  const found = file.lines.slice(start, end);
  const { before, after, hasExplicitContext, keptPairs } = lines;
  if (indentationSource({ before, found, after }) !== 'file') return place;
  if (!hasExplicitContext) return { ...place, lines: { ...lines, ...withKeptLines(found, after) } };
  const stays = new Map(keptPairs.map(([i, j]) => [j, found[i] ?? '']));
  const newLines = after.map((line, j) => stays.get(j) ?? line);
  return { ...place, lines: { ...lines, before: found, after: newLines } };
}

function toSplices(file: FileText, place: Place, authorStyle: AuthorStyle): Splice[] | undefined {
  const { start, lines } = place;
  const write = lineWriter(file, place, authorStyle);
  if (!lines.hasExplicitContext && isKeptLineAmbiguous(file, place, write)) {
    const pairs = symmetricContext(...comparisonKeys(lines));
    return pairs === undefined ? undefined : toSplices(file, withExplicitContext(place, pairs), authorStyle);
  }
  const splices: Splice[] = [];
  let [from, to] = [0, 0];
  for (const [i, j] of [...lines.keptPairs, [lines.before.length, lines.after.length] as const]) {
    const newLines = lines.after.slice(to, j).map((line) => write(line));
    if (newLines.includes(undefined)) return undefined;
    if (i > from || j > to) splices.push(toSplice(file, start + from, start + i, newLines));
    if (i < lines.before.length) {
      const kept = write(lines.after[j] ?? '', i);
      if (kept === undefined) return undefined;
      if (kept !== file.lines[start + i]) splices.push(toSplice(file, start + i, start + i + 1, [kept]));
    }
    [from, to] = [i + 1, j + 1];
  }
  return mergeAdjacent(splices);
}

export const UNCLEAR_STYLE =
  'The place was found, but the given lines differ from the file in indentation or punctuation, so it is not clear how to write the new lines. Give the lines exactly as the file has them.';

function toSplice(file: FileText, start: number, end: number, newLines: readonly (string | undefined)[]): Splice {
  return {
    start,
    end,
    lines: newLines.map((text = '', index) => {
      const counterpart = start + index < end ? file.lineEnds[start + index] : undefined;
      return counterpart === undefined || counterpart === '' ? { text } : { text, end: counterpart };
    }),
  };
}

/** Joins splices that touch. */
function mergeAdjacent(splices: readonly Splice[]): Splice[] {
  const result: Splice[] = [];
  for (const splice of splices) {
    const last = result.at(-1);
    if (last?.end !== splice.start) result.push(splice);
    else result.splice(-1, 1, { start: last.start, end: splice.end, lines: [...last.lines, ...splice.lines] });
  }
  return result;
}

function lineWriter(file: FileText, place: Place, authorStyle: AuthorStyle): LineWriter {
  const { before, after, keptPairs: stays, hasExplicitContext } = place.lines;
  const pairs = pairLines(file, place);
  const repeated = new Set(stays.map(([, j]) => j));
  let rebase: IndentationRule | undefined;
  const rewrite = (line: string): string | undefined => {
    const indent = indentOf(line);
    if (line === '') return line;
    rebase ??= rebaseIndentation(indentPairs(pairs), {
      file,
      start: place.start,
      before,
      found: pairs.map(({ found }) => found),
      after,
      keptPairs: stays,
      hasExplicitContext,
      isNew: (index) => !repeated.has(index),
      otherIndentPairs: () => authorStyle.indentPairs,
    });
    const text = authorStyle.adaptCharacters(line.slice(indent.length));
    if (text === undefined) return undefined;
    if (text === '' && line.trim() === '')
      return writeBlankLine(indent, file, { adapt: authorStyle.adaptCharacters, rebase });
    const rebased = rebase(indent);
    return rebased === undefined ? undefined : rebased + text;
  };
  const variants = usesFileSpelling(place.lines, pairs) ? new Map<string, string>() : variantsByLine(pairs);
  return (line, kept) => {
    const pair = kept === undefined ? undefined : pairs[kept];
    if (pair?.given === line) return pair.found;
    if (variants.has(line)) {
      const isUnclear = line.trim() === '' && file.lines.some(isBlank);
      return isUnclear ? undefined : variants.get(line);
    }
    if (pair === undefined) return rewrite(line);
    if (pair.given === pair.found) return line;
    const rewritten = rewrite(line);
    // The line is as the file has it; by the hunk's own style it would be written differently, so it is not certain.
    if (line === pair.found) return rewritten === undefined || rewritten === line ? line : undefined;
    return line.trim() !== '' && line.trimStart() === pair.found.trimStart() ? pair.found : rewritten;
  };
}

/** The file's version of old lines that are typographic variants. A new line equal to such a line repeats it. */
function variantsByLine(pairs: readonly LinePair[]): Map<string, string | undefined> {
  const lines = new Map<string, string | undefined>();
  for (const pair of pairs) {
    if (!isTypographicVariant(pair)) continue;
    const isOther = lines.has(pair.given) && lines.get(pair.given) !== pair.found;
    lines.set(pair.given, isOther ? undefined : pair.found);
  }
  return lines;
}

/** The place as if the hunk's format had marked these kept lines. */
function withExplicitContext(place: Place, pairs: HunkLines['keptPairs']): Place {
  const { before, after } = place.lines;
  return { ...place, lines: { ...place.lines, ...withKeptLines(before, after, pairs), hasExplicitContext: true } };
}

/** Writes a line of only blanks: empty where the indentation changes, unless the file has such lines, which makes it unclear. */
function writeBlankLine(
  indent: string,
  file: FileText,
  { adapt, rebase }: { adapt: CharacterAdapter; rebase: IndentationRule },
): string | undefined {
  const blanks = adapt(indent);
  if (blanks === undefined || blanks === '' || rebase(blanks) === blanks) return blanks;
  return file.lines.some(isBlank) ? undefined : '';
}

function isBlank(line: string): boolean {
  return line !== '' && line.trim() === '';
}
