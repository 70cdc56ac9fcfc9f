import { indentOf } from '../indent/indent-of.ts';
import { hasLostIndentation } from '../indent/has-lost-indentation.ts';
import { normaliseLine } from '../normalise-line.ts';

/** A replacement of text that may begin and end inside a line, with the rest of its first and last line. */
export interface TextReplacement {
  readonly wanted: string;
  readonly replacement: string;
  /** The text before it in its first line, and after it in its last line. */
  readonly head: string;
  readonly tail: string;
  /** Every occurrence is replaced. */
  readonly all: boolean;
  readonly fileLines: readonly string[];
}

/**
 * Why a match cannot be replaced safely, as a message: it ends inside a word, tears a line apart, or leaves the
 * indentation of further lines unclear. Undefined if it can.
 *
 *     file: const limits = 10;    old_string: const limit    "limit" ends inside the word "limits"
 */
export function boundaryProblem(request: TextReplacement): string | undefined {
  const { head, tail, fileLines } = request;
  const [wanted, replacement] = [request.wanted.split('\n'), request.replacement.split('\n')];
  if (!request.all && splitsWord({ head, tail }, request.wanted)) return SPLITS_WORD;
  if (movesFirstLineDown(head, wanted, replacement)) return FIRST_INDENT_MISSING;
  if (head !== '' && head.trim() === '') {
    const [first = '', ...further] = replacement;
    const old = new Set(wanted);
    const lines = [head + first, ...further];
    const isNew = (index: number): boolean => !old.has(replacement[index] ?? '');
    if (hasLostIndentation(lines, { isNew, fileLines })) return FIRST_INDENT_MISSING;
  }
  if (isFurtherIndentationUnknown(head, wanted, replacement)) return FIRST_INDENT_MISSING;
  if (repeatsSurroundingText({ head, tail }, wanted, replacement)) return SPLITS_LINE;
  if (wanted.length === 1 && replacement.length === 1) return undefined;
  const [last = '', end = ''] = [wanted.at(-1), replacement.at(-1)];
  const splitsFirst = /\w/.test(head) && wanted[0] !== replacement[0];
  // A last line that is replaced by another one at the same indentation does not keep the tail of the old one.
  const isSubstituted = wanted.length === replacement.length && indentOf(last) === indentOf(end) && !end.endsWith(tail);
  const isLastSplit = wanted.length > 1 && tail.trim() !== '' && last !== end && !isSubstituted;
  const splitsLast = isLastSplit || (/\w/.test(tail) && last !== end);
  return splitsFirst || splitsLast ? SPLITS_LINE : undefined;
}

/**
 * Whether the match begins or ends inside a word, or inside a row of dashes. A single word may be meant as part of a
 * longer one, several words hardly.
 */
function splitsWord({ head, tail }: { head: string; tail: string }, wanted: string): boolean {
  if (!/\w\W+\w/.test(wanted)) return false;
  const plain = normaliseLine(wanted);
  if (/^[-=*_~#]/.test(plain) && head.endsWith(plain[0] ?? '')) return true;
  if (/[-=*_~#]$/.test(plain) && tail.startsWith(plain.at(-1) ?? '')) return true;
  return (/^\w/.test(wanted) && /\w$/.test(head)) || (/\w$/.test(wanted) && /^\w/.test(tail));
}

/** Whether the replacement only adds to its first or last line what the file already has there: it was left out of the old text by mistake. */
function repeatsSurroundingText(
  { head, tail }: { head: string; tail: string },
  wanted: readonly string[],
  replacement: readonly string[],
): boolean {
  if (tail.trim() !== '' && `${wanted.at(-1)}${tail}` === replacement.at(-1)) return true;
  return head.trim() !== '' && `${head}${wanted[0]}` === replacement[0];
}

/** Whether the first line, which was given without its indentation, is not the first of the replacement and would lose it. */
function movesFirstLineDown(head: string, [first = '']: readonly string[], replacement: readonly string[]): boolean {
  return head !== '' && head.trim() === '' && replacement[0] !== first && replacement.includes(first, 1);
}

const SPLITS_WORD =
  'The text to replace begins or ends inside a word of the file. Give whole words, or the whole line, as the file has it.';
const SPLITS_LINE =
  'The text to replace is only a part of the first or last line that it was found in, and the rest of that line would be moved. Give whole lines, as the file has them.';
const FIRST_INDENT_MISSING =
  'The text to replace begins after the indentation of its line, so the indentation of the further new lines is not clear. Begin both texts with the indentation of the first line.';

/**
 * Whether the first line was given without its indentation and no other old line has any: then the further lines of the
 * replacement may have their full indentation, or lack the same part.
 */
function isFurtherIndentationUnknown(head: string, wanted: readonly string[], replacement: readonly string[]): boolean {
  if (head === '' || head.trim() !== '') return false;
  if (wanted.slice(1).some((line) => line.trim() !== '' && indentOf(line) !== '')) return false;
  const old = new Set(wanted.slice(1));
  const further = replacement.slice(1).filter((line) => line.trim() !== '' && !old.has(line));
  if (further.length === 0) return false;
  if (further.some((line) => !indentOf(line).startsWith(head))) return true;
  return indentOf(further[0] ?? '') === head && /[{([=:>?&|+\\]\s*$/.test(replacement[0] ?? '');
}
