import type { FileText } from './file-text.ts';
import { familyOf, isTypographic, plainForm, typographicIn } from './normalise-line.ts';

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
  const replaced = new Set<string>();
  const kept = new Set<string>();
  for (const { given, found } of pairs) {
    if (given === found) for (const each of typographicIn(given)) kept.add(each);
    else compare(given, found, { replaced, kept });
  }
  const all = fresh.join('\n');
  // New lines with plain forms of what was replaced in the old ones were written with care.
  const carefully = [...replaced].some(
    (character) => plainForm(character).trim() !== '' && all.includes(plainForm(character)),
  );
  if (replaced.size === 0 || carefully) return (line) => line;
  const families = new Set([...replaced].map(familyOf));
  const alike = [...replaced].some((character) => all.includes(character));
  return (line) => {
    let text = line;
    for (const character of typographicIn(line)) {
      if (kept.has(character) && replaced.has(character)) return undefined;
      if (kept.has(character) || !families.has(familyOf(character))) continue;
      if (!replaced.has(character)) {
        if (file.flat.includes(character)) return undefined;
        // A dash between blanks may well be meant as one.
        if (!alike && line.includes(` ${character} `)) return undefined;
      }
      text = text.replaceAll(character, () => plainForm(character));
    }
    return text;
  };
}

/** Which typographic characters of the given line are plain in the found one, and which are there too. */
function compare(given: string, found: string, { replaced, kept }: { replaced: Set<string>; kept: Set<string> }): void {
  const [left, right] = [given.trim(), found.trim()];
  let at = 0;
  let index = 0;
  while (index < left.length && at < right.length) {
    const character = left[index] ?? '';
    if (character === right[at]) {
      if (isTypographic(character)) kept.add(character);
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
    if (!isTypographic(right[at] ?? '') || (other !== '' && !left.startsWith(other, index) && plain !== other)) return;
    index += other === plain ? 1 : other.length;
    at += 1;
  }
}

/** Takes away what the author put at the ends of all lines: the same blanks everywhere, or any. */
function blankStripper(
  pairs: readonly LinePair[],
  { file, fresh }: { file: FileText; fresh: readonly string[] },
): (line: string) => string {
  const carefully = fresh.some((line) => line.trim() !== '' && blanksAtEnd(line) === '');
  if (carefully || !addsBlanks(pairs, file)) return (line) => line;
  const added = new Set(
    pairs.filter(({ given }) => given.trim() !== '').map(({ given, found }) => addedBlanks(given, found)),
  );
  const [only] = added;
  if (added.size !== 1 || !only) return (line) => line.trimEnd();
  return (line) => (line.endsWith(only) ? line.slice(0, -only.length) : line);
}

/** Shared lines have blanks at their ends that the file has not, everywhere or in a file that has none at all. */
function addsBlanks(pairs: readonly LinePair[], { lines }: FileText): boolean {
  const telling = pairs.filter(({ given, found }) => given.trim() !== '' || given !== '' || found !== '');
  const added = telling.filter(({ given, found }) => addedBlanks(given, found) !== '').length;
  if (added === 0) return false;
  return added === telling.length || !lines.some((line) => line.trim() !== '' && blanksAtEnd(line) !== '');
}

function addedBlanks(given: string, found: string): string {
  const [more, less] = [blanksAtEnd(given), blanksAtEnd(found)];
  return more.length > less.length && more.startsWith(less) ? more.slice(less.length) : '';
}

function blanksAtEnd(line: string): string {
  return line.slice(line.trimEnd().length);
}
