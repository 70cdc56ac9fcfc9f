import type { Adapt, LinePair } from './adapt-characters.ts';
import type { FileText } from './file-text.ts';
import { evenContext } from './even-context.ts';
import { alignedLines, comparable, type HunkLines } from './hunk-lines.ts';
import { indentOf } from './indent-of.ts';
import { isOpenWhatStays, type LineWriter } from './is-open-what-stays.ts';
import { indentPairs, isFilesOwn, isRespelt, sharedLines, type Manner } from './manner.ts';
import type { Place } from './place.ts';
import type { Rebase } from './indentation-rules.ts';
import { rebaseIndentation } from './rebase-indentation.ts';
import { whoseIndentation } from './whose-indentation.ts';

/** Lines `[start, end)` of a file become other lines; an end that is left open is that of a neighbour. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly { readonly text: string; readonly end?: string }[];
}

/** Only what the hunk changes, in the file's own manner; a sentence when that manner is not clear. */
export function writePlace(file: FileText, place: Place, manner: Manner): Splice[] | string {
  if (place.unclear !== undefined) return place.unclear;
  return splicesOf(file, inFilesIndentation(file, place), manner) ?? UNCLEAR;
}

/** Where only the old lines are indented otherwise than the file, they count as if they were not. */
function inFilesIndentation(file: FileText, place: Place): Place {
  const { start, end, how, lines } = place;
  if (how !== 'indentation') return place;
  const found = file.lines.slice(start, end);
  const { before, after, told, pairs } = lines;
  if (whoseIndentation({ before, found, after }) !== 'file') return place;
  if (!told) return { ...place, lines: { ...lines, ...alignedLines(found, after) } };
  const stays = new Map(pairs.map(([i, j]) => [j, found[i] ?? '']));
  const fresh = after.map((line, j) => stays.get(j) ?? line);
  return { ...place, lines: { ...lines, before: found, after: fresh } };
}

function splicesOf(file: FileText, place: Place, manner: Manner): Splice[] | undefined {
  const { start, lines } = place;
  const write = lineWriter(file, place, manner);
  if (!lines.told && isOpenWhatStays(file, place, write)) {
    const pairs = evenContext(...comparable(lines));
    return pairs === undefined ? undefined : splicesOf(file, withContext(place, pairs), manner);
  }
  const splices: Splice[] = [];
  let [from, to] = [0, 0];
  for (const [i, j] of [...lines.pairs, [lines.before.length, lines.after.length] as const]) {
    const fresh = lines.after.slice(to, j).map((line) => write(line));
    if (fresh.includes(undefined)) return undefined;
    if (i > from || j > to) splices.push(spliceOf(file, start + from, start + i, fresh));
    if (i < lines.before.length) {
      const respelt = write(lines.after[j] ?? '', i);
      if (respelt === undefined) return undefined;
      if (respelt !== file.lines[start + i]) splices.push(spliceOf(file, start + i, start + i + 1, [respelt]));
    }
    [from, to] = [i + 1, j + 1];
  }
  return joined(splices);
}

export const UNCLEAR =
  'The place was found, but its lines are written in another way than in the file, and nothing shows how the new lines are to be written there. Give the lines exactly as the file has them.';

function spliceOf(file: FileText, start: number, end: number, fresh: readonly (string | undefined)[]): Splice {
  return {
    start,
    end,
    lines: fresh.map((text = '', index) => {
      const counterpart = start + index < end ? file.ends[start + index] : undefined;
      return counterpart === undefined || counterpart === '' ? { text } : { text, end: counterpart };
    }),
  };
}

/** Splices that touch are one change. */
function joined(splices: readonly Splice[]): Splice[] {
  const result: Splice[] = [];
  for (const splice of splices) {
    const last = result.at(-1);
    if (last?.end !== splice.start) result.push(splice);
    else result.splice(-1, 1, { start: last.start, end: splice.end, lines: [...last.lines, ...splice.lines] });
  }
  return result;
}

function lineWriter(file: FileText, place: Place, manner: Manner): LineWriter {
  const { before, after, pairs: stays, told } = place.lines;
  const pairs = sharedLines(file, place);
  const repeated = new Set(stays.map(([, j]) => j));
  let rebase: Rebase | undefined;
  const rewrite = (line: string): string | undefined => {
    const indent = indentOf(line);
    if (line === '') return line;
    rebase ??= rebaseIndentation(indentPairs(pairs), {
      file,
      start: place.start,
      before,
      found: pairs.map(({ found }) => found),
      after,
      pairs: stays,
      told,
      fresh: (index) => !repeated.has(index),
      others: () => manner.indents,
    });
    const text = manner.adapt(line.slice(indent.length));
    if (text === undefined) return undefined;
    if (text === '' && line.trim() === '') return blankLine(indent, file, { adapt: manner.adapt, rebase });
    const rebased = rebase(indent);
    return rebased === undefined ? undefined : rebased + text;
  };
  const respelt = isFilesOwn(place.lines, pairs) ? new Map<string, string>() : respeltLines(pairs);
  return (line, kept) => {
    const pair = kept === undefined ? undefined : pairs[kept];
    if (pair?.given === line) return pair.found;
    if (respelt.has(line)) {
      const isOpen = line.trim() === '' && file.lines.some(isBlank);
      return isOpen ? undefined : respelt.get(line);
    }
    if (pair === undefined) return rewrite(line);
    if (pair.given === pair.found) return line;
    const rewritten = rewrite(line);
    // As the file has it, but in the hunk's manner it would be something else.
    if (line === pair.found) return rewritten === undefined || rewritten === line ? line : undefined;
    return line.trim() !== '' && line.trimStart() === pair.found.trimStart() ? pair.found : rewritten;
  };
}

/** What the file has for lines that are spelt against it: wherever such a line is repeated, it is that line. */
function respeltLines(pairs: readonly LinePair[]): Map<string, string | undefined> {
  const lines = new Map<string, string | undefined>();
  for (const pair of pairs) {
    if (!isRespelt(pair)) continue;
    const isOther = lines.has(pair.given) && lines.get(pair.given) !== pair.found;
    lines.set(pair.given, isOther ? undefined : pair.found);
  }
  return lines;
}

/** The place as if the hunk's format had said what stays. */
function withContext(place: Place, pairs: HunkLines['pairs']): Place {
  const { before, after } = place.lines;
  return { ...place, lines: { ...place.lines, ...alignedLines(before, after, pairs), told: true } };
}

/** A line of nothing but blanks: in another indentation they say nothing, and where the file has such lines it is not clear what they should be. */
function blankLine(
  indent: string,
  file: FileText,
  { adapt, rebase }: { adapt: Adapt; rebase: Rebase },
): string | undefined {
  const blanks = adapt(indent);
  if (blanks === undefined || blanks === '' || rebase(blanks) === blanks) return blanks;
  return file.lines.some(isBlank) ? undefined : '';
}

function isBlank(line: string): boolean {
  return line !== '' && line.trim() === '';
}
