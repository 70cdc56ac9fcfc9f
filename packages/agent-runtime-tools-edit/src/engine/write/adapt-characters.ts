import type { FileText } from '../file-text.ts';
import { LONG_DASH, characterFamily, isTypographic, plainForm, typographicCharacters } from '../normalise-line.ts';

/** The same line as given in the hunk and as found in the file. */
export interface LinePair {
  readonly given: string;
  readonly found: string;
}

/** Rewrites a new line with the file's characters; undefined where that is not certain. */
export type CharacterAdapter = (line: string) => string | undefined;

/**
 * Learns from the old lines which typographic characters and trailing blanks the author added to every line, and removes
 * exactly those from the new lines. New lines are taken as given where the old lines show nothing, or where the new lines
 * themselves show that they were not rewritten.
 *
 *     file: say("a");    hunk: -say(“a”);  +say(“b”);    result: say("b");
 */
export function characterAdapter(
  pairs: readonly LinePair[],
  { file, newLines }: { file: FileText; newLines: readonly string[] },
): CharacterAdapter {
  const plain = typographyAdapter(pairs, { file, newLines });
  const strip = trailingBlankAdapter(pairs, { file, newLines });
  return (line) => {
    const characters = plain(line);
    return characters === undefined ? undefined : strip(characters);
  };
}

function typographyAdapter(
  pairs: readonly LinePair[],
  { file, newLines }: { file: FileText; newLines: readonly string[] },
): CharacterAdapter {
  const seen: CharacterEvidence = { replaced: new Set(), kept: new Set(), plain: new Set() };
  for (const { given, found } of pairs) collectEvidence(given, found, seen);
  const { replaced, kept } = seen;
  if (replaced.size === 0) return (line) => line;
  const all = newLines.join('\n');
  const families = new Set([...replaced].map(characterFamily));
  const isReplacedInNewLines = [...replaced].some((character) => all.includes(character));
  // The new lines have the plain form of a character that is never plain in the old lines: they were not rewritten.
  const isSparedInNewLines = (character: string): boolean => {
    const plain = plainForm(character);
    return plain.trim() !== '' && !seen.plain.has(plain) && all.includes(plain);
  };
  const isAnySpared = [...replaced].some(isSparedInNewLines);
  const isReplaced = (character: string, line: string): boolean | undefined => {
    if (kept.has(character)) return replaced.has(character) && !isSparedInNewLines(character) ? undefined : false;
    if (!families.has(characterFamily(character))) return false;
    // The new lines were not rewritten, and the file has the character elsewhere: it is intended.
    if (isSparedInNewLines(character) && file.lfText.includes(character)) return false;
    if (replaced.has(character) && isSparedInNewLines(character)) return undefined;
    if (replaced.has(character)) return isRare(file, character) ? true : undefined;
    if (file.lfText.includes(character)) return undefined;
    if (character === ELLIPSIS) return /\u2026(?!\w)/.test(line) ? undefined : true;
    // A long dash may stand for one hyphen or for two.
    if (character === LONG_DASH) return undefined;
    // A dash between spaces may be intended.
    return isReplacedInNewLines || (!isAnySpared && !line.includes(` ${character} `)) ? true : undefined;
  };
  return (line) => {
    let text = line;
    for (const character of typographicCharacters(line)) {
      const replace = isReplaced(character, line);
      if (replace === undefined) return undefined;
      if (replace) text = text.replaceAll(character, () => plainForm(character));
    }
    return text;
  };
}

/** Whether the file lacks the character, or has its plain form at least four times as often. */
function isRare({ lfText }: FileText, character: string): boolean {
  if (!lfText.includes(character)) return true;
  const count = (text: string): number => lfText.split(text).length - 1;
  return count(character) * 4 <= count(plainForm(character));
}

const ELLIPSIS = '\u2026';

/** How the author wrote characters of the old lines. */
interface CharacterEvidence {
  /** Typographic in the hunk, plain in the file. */
  readonly replaced: Set<string>;
  /** Typographic in both. */
  readonly kept: Set<string>;
  /** Plain in both. */
  readonly plain: Set<string>;
}

function collectEvidence(given: string, found: string, { replaced, kept, plain: left }: CharacterEvidence): void {
  const [mine, right] = [given.trim(), found.trim()];
  let at = 0;
  let index = 0;
  while (index < mine.length && at < right.length) {
    const character = mine[index] ?? '';
    if (character === right[at]) {
      if (isTypographic(character)) kept.add(character);
      else if (PLAIN_PUNCTUATION.has(character)) left.add(character);
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

const PLAIN_PUNCTUATION: ReadonlySet<string> = new Set(["'", '"', '-']);

/**
 * Removes the trailing blanks that the author added to every line. Undefined for a line that ends with different blanks in
 * a file that has trailing blanks too: they may be intended.
 */
function trailingBlankAdapter(
  pairs: readonly LinePair[],
  { file, newLines }: { file: FileText; newLines: readonly string[] },
): CharacterAdapter {
  const isAnyUnpadded = newLines.some((line) => line.trim() !== '' && trailingBlanks(line) === '');
  if (isAnyUnpadded || !addsTrailingBlanks(pairs, file)) return (line) => line;
  const added = pairs
    .filter(({ given }) => given.trim() !== '')
    .map(({ given, found }) => addedTrailingBlanks(given, found));
  const empty = pairs
    .filter(({ given }) => given.trim() === '')
    .map(({ given, found }) => addedTrailingBlanks(given, found));
  const [only = ''] = added;
  const isUniform = only !== '' && added.every((blanks) => blanks === only);
  return (line) => {
    const blanks = trailingBlanks(line);
    if (blanks === '') return line;
    if (isUniform && line.trim() !== '') {
      if (blanks === only) return line.trimEnd();
      // The line has more blanks than the author adds: the rest is intended, if enough lines show what the author adds.
      const isShown = added.length > (hasTrailingBlanks(file) ? 1 : 3);
      return isShown && line.endsWith(only) ? line.slice(0, -only.length) : undefined;
    }
    if (line.trim() === '' && empty.length > 0 && empty.every((each) => each === empty[0]))
      return line.endsWith(empty[0] ?? '') ? line.slice(0, line.length - (empty[0] ?? '').length) : undefined;
    const mayBeIntended = line.trim() === '' ? hasLinesOfBlanks : hasTrailingBlanks;
    return mayBeIntended(file) ? undefined : line.trimEnd();
  };
}

/** Whether the file has lines of only blanks. */
function hasLinesOfBlanks({ lines }: FileText): boolean {
  return lines.some((line) => line !== '' && line.trim() === '');
}

function hasTrailingBlanks({ lines }: FileText): boolean {
  return lines.some((line) => line.trim() !== '' && trailingBlanks(line) !== '');
}

/** Whether the author added trailing blanks to all old lines, or to some in a file that has none at all. */
function addsTrailingBlanks(pairs: readonly LinePair[], file: FileText): boolean {
  const text = pairs.filter(({ given }) => given.trim() !== '');
  const relevant = text.length > 0 ? text : pairs.filter(({ given, found }) => given !== '' || found !== '');
  const padded = relevant.filter(({ given, found }) => addedTrailingBlanks(given, found) !== '').length;
  if (padded === 0) return false;
  return padded === relevant.length || !hasTrailingBlanks(file);
}

function addedTrailingBlanks(given: string, found: string): string {
  const [more, less] = [trailingBlanks(given), trailingBlanks(found)];
  return more.length > less.length && more.startsWith(less) ? more.slice(less.length) : '';
}

function trailingBlanks(line: string): string {
  return line.slice(line.trimEnd().length);
}
