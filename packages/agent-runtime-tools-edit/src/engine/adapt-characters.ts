import type { FileText } from './file-text.ts';
import { LONG_DASH, familyOf, isTypographic, plainForm, typographicIn } from './normalise-line.ts';

/** The same line as a hunk and as the file has it. */
export interface LinePair {
  readonly given: string;
  readonly found: string;
}

/** The text of a new line in the file's characters; undefined where the file does not tell. */
export type Adapt = (line: string) => string | undefined;

/**
 * Learns from the lines that a hunk and a file share what the hunk's author did to all lines: curly quotes, dashes or
 * fixed blanks where the file has plain ones, blanks at the ends of lines. New lines are freed from exactly that,
 * unless some of them show that it was not done to them. Without such evidence they are taken as they are.
 */
export function adaptCharacters(
  pairs: readonly LinePair[],
  { file, fresh }: { file: FileText; fresh: readonly string[] },
): Adapt {
  const plain = plainCharacters(pairs, { file, fresh });
  const strip = blankStripper(pairs, { file, fresh });
  return (line) => {
    const characters = plain(line);
    return characters === undefined ? undefined : strip(characters);
  };
}

function plainCharacters(
  pairs: readonly LinePair[],
  { file, fresh }: { file: FileText; fresh: readonly string[] },
): Adapt {
  const seen: Seen = { replaced: new Set(), kept: new Set(), plain: new Set() };
  for (const { given, found } of pairs) compare(given, found, seen);
  const { replaced, kept } = seen;
  if (replaced.size === 0) return (line) => line;
  const all = fresh.join('\n');
  const families = new Set([...replaced].map(familyOf));
  const alike = [...replaced].some((character) => all.includes(character));
  // Plain forms among the new lines of what was always replaced in the old ones: these were written with care.
  const carefully = (character: string): boolean => {
    const plain = plainForm(character);
    return plain.trim() !== '' && !seen.plain.has(plain) && all.includes(plain);
  };
  const isCareful = [...replaced].some(carefully);
  const isReplaced = (character: string, line: string): boolean | undefined => {
    if (kept.has(character)) return replaced.has(character) && !carefully(character) ? undefined : false;
    if (!families.has(familyOf(character))) return false;
    // New lines that were spared have on purpose what the file has elsewhere.
    if (carefully(character) && file.flat.includes(character)) return false;
    if (replaced.has(character) && carefully(character)) return undefined;
    if (replaced.has(character)) return isRare(file, character) ? true : undefined;
    if (file.flat.includes(character)) return undefined;
    if (character === ELLIPSIS) return /\u2026(?!\w)/.test(line) ? undefined : true;
    // It may stand for one hyphen or for two.
    if (character === LONG_DASH) return undefined;
    // A dash between blanks may well be meant as one.
    return alike || (!isCareful && !line.includes(` ${character} `)) ? true : undefined;
  };
  return (line) => {
    let text = line;
    for (const character of typographicIn(line)) {
      const replace = isReplaced(character, line);
      if (replace === undefined) return undefined;
      if (replace) text = text.replaceAll(character, () => plainForm(character));
    }
    return text;
  };
}

/** The file has it nowhere, or its plain form several times as often. */
function isRare({ flat }: FileText, character: string): boolean {
  if (!flat.includes(character)) return true;
  const count = (text: string): number => flat.split(text).length - 1;
  return count(character) * 4 <= count(plainForm(character));
}

const ELLIPSIS = '\u2026';

/** What the shared lines show of an author's characters. */
interface Seen {
  /** Typographic ones that are plain in the file. */
  readonly replaced: Set<string>;
  /** Typographic ones that the file has too. */
  readonly kept: Set<string>;
  /** Plain ones that the author has left so. */
  readonly plain: Set<string>;
}

function compare(given: string, found: string, { replaced, kept, plain: left }: Seen): void {
  const [mine, right] = [given.trim(), found.trim()];
  let at = 0;
  let index = 0;
  while (index < mine.length && at < right.length) {
    const character = mine[index] ?? '';
    if (character === right[at]) {
      if (isTypographic(character)) kept.add(character);
      else if (PLAIN.has(character)) left.add(character);
      index += 1;
      at += 1;
      continue;
    }
    const plain = plainForm(character);
    if (isTypographic(character) && plain !== '' && right.startsWith(plain, at)) {
      replaced.add(character);
      index += 1;
      at += plain.length;
      continue;
    }
    const other = plainForm(right[at] ?? '');
    if (!isTypographic(right[at] ?? '') || (other !== '' && !mine.startsWith(other, index) && plain !== other)) return;
    index += other === plain ? 1 : other.length;
    at += 1;
  }
}

const PLAIN: ReadonlySet<string> = new Set(["'", '"', '-']);

/**
 * Takes away what the author put at the ends of all lines: the same blanks everywhere, or any. Undefined for a line that
 * ends with others, where lines of the file do too: they may be its own.
 */
function blankStripper(
  pairs: readonly LinePair[],
  { file, fresh }: { file: FileText; fresh: readonly string[] },
): Adapt {
  const carefully = fresh.some((line) => line.trim() !== '' && blanksAtEnd(line) === '');
  if (carefully || !addsBlanks(pairs, file)) return (line) => line;
  const added = pairs.filter(({ given }) => given.trim() !== '').map(({ given, found }) => addedBlanks(given, found));
  const empty = pairs.filter(({ given }) => given.trim() === '').map(({ given, found }) => addedBlanks(given, found));
  const [only = ''] = added;
  const isUniform = only !== '' && added.every((blanks) => blanks === only);
  return (line) => {
    const blanks = blanksAtEnd(line);
    if (blanks === '') return line;
    if (isUniform && line.trim() !== '') {
      if (blanks === only) return line.trimEnd();
      // What is beyond them is the line's own, if enough lines show what they are.
      const isShown = added.length > (hasBlanksAtEnd(file) ? 1 : 3);
      return isShown && line.endsWith(only) ? line.slice(0, -only.length) : undefined;
    }
    if (line.trim() === '' && empty.length > 0 && empty.every((each) => each === empty[0]))
      return line.endsWith(empty[0] ?? '') ? line.slice(0, line.length - (empty[0] ?? '').length) : undefined;
    const isOwn = line.trim() === '' ? hasBlankLines : hasBlanksAtEnd;
    return isOwn(file) ? undefined : line.trimEnd();
  };
}

/** Lines of nothing but blanks. */
function hasBlankLines({ lines }: FileText): boolean {
  return lines.some((line) => line !== '' && line.trim() === '');
}

function hasBlanksAtEnd({ lines }: FileText): boolean {
  return lines.some((line) => line.trim() !== '' && blanksAtEnd(line) !== '');
}

/** Shared lines have blanks at their ends that the file has not, everywhere or in a file that has none at all. */
function addsBlanks(pairs: readonly LinePair[], file: FileText): boolean {
  const text = pairs.filter(({ given }) => given.trim() !== '');
  const telling = text.length > 0 ? text : pairs.filter(({ given, found }) => given !== '' || found !== '');
  const added = telling.filter(({ given, found }) => addedBlanks(given, found) !== '').length;
  if (added === 0) return false;
  return added === telling.length || !hasBlanksAtEnd(file);
}

function addedBlanks(given: string, found: string): string {
  const [more, less] = [blanksAtEnd(given), blanksAtEnd(found)];
  return more.length > less.length && more.startsWith(less) ? more.slice(less.length) : '';
}

function blanksAtEnd(line: string): string {
  return line.slice(line.trimEnd().length);
}
