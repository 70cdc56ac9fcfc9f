import { characterAdapter, type CharacterAdapter, type LinePair } from './adapt-characters.ts';
import type { FileText } from '../file-text.ts';
import type { HunkLines } from '../hunk-lines.ts';
import { indentOf } from '../indent/indent-of.ts';
import type { IndentPair } from '../indent/indentation-rules.ts';
import { normaliseLine } from '../normalise-line.ts';
import type { Place } from '../place.ts';

/** How the author of a request writes indentation and punctuation. Evidence from one hunk counts for all of them. */
export class AuthorStyle {
  readonly #file: FileText;
  readonly #places: readonly Place[];
  #adapt: CharacterAdapter | undefined;
  #indents: readonly IndentPair[] | undefined;

  constructor(file: FileText, places: readonly Place[]) {
    this.#file = file;
    this.#places = places;
  }

  get adaptCharacters(): CharacterAdapter {
    this.#adapt ??= this.#places.every(({ how }) => how === 'exact')
      ? (line) => line
      : characterAdapter(this.#linePairs(), { file: this.#file, newLines: this.#places.flatMap(addedLines) });
    return this.#adapt;
  }

  get indentPairs(): readonly IndentPair[] {
    this.#indents ??= indentPairs(this.#linePairs());
    return this.#indents;
  }

  #linePairs(): LinePair[] {
    return this.#places.flatMap((place) => pairLines(this.#file, place));
  }
}

/** Pairs the old lines of a hunk with the lines of its place. */
export function pairLines(file: FileText, { start, lines }: Place): LinePair[] {
  return lines.before.map((given, index) => ({ given, found: file.lines[start + index] ?? '' }));
}

/** Whether some kept line is in the new text as the file has it, although the old text has it differently. */
export function usesFileSpelling({ after, keptPairs }: HunkLines, shared: readonly LinePair[]): boolean {
  return keptPairs.some(([i, j]) => {
    const { given, found } = shared[i] ?? {};
    return given !== found && after[j] === found && found !== '';
  });
}

/** Whether the hunk's line has trailing blanks or typographic characters, and the file's line has none. */
export function isTypographicVariant({ given, found }: LinePair): boolean {
  return given !== normaliseLine(given) && found === normaliseLine(found);
}

export function indentPairs(pairs: readonly LinePair[]): IndentPair[] {
  return pairs
    .filter(({ given, found }) => given.trim() !== '' && found.trim() !== '')
    .map(({ given, found }) => ({ given: indentOf(given), found: indentOf(found) }));
}

/** The lines of `after` that do not repeat a line of `before` exactly. */
function addedLines({ lines }: Place): string[] {
  const repeated = new Set(lines.keptPairs.filter(([i, j]) => lines.before[i] === lines.after[j]).map(([, j]) => j));
  return lines.after.filter((_, index) => !repeated.has(index));
}
