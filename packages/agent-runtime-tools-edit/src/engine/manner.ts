import { adaptCharacters, type Adapt, type LinePair } from './adapt-characters.ts';
import type { FileText } from './file-text.ts';
import type { HunkLines } from './hunk-lines.ts';
import { indentOf } from './indent-of.ts';
import type { IndentPair } from './indentation-rules.ts';
import { normaliseLine } from './normalise-line.ts';
import type { Place } from './place.ts';

/** How the author of some hunks writes: what one of them shows holds for all. */
export class Manner {
  readonly #file: FileText;
  readonly #places: readonly Place[];
  #adapt: Adapt | undefined;
  #indents: readonly IndentPair[] | undefined;

  constructor(file: FileText, places: readonly Place[]) {
    this.#file = file;
    this.#places = places;
  }

  get adapt(): Adapt {
    this.#adapt ??= this.#places.every(({ how }) => how === 'exact')
      ? (line) => line
      : adaptCharacters(this.#shared(), { file: this.#file, fresh: this.#places.flatMap(newLines) });
    return this.#adapt;
  }

  get indents(): readonly IndentPair[] {
    this.#indents ??= indentPairs(this.#shared());
    return this.#indents;
  }

  #shared(): LinePair[] {
    return this.#places.flatMap((place) => sharedLines(this.#file, place));
  }
}

/** The lines of a hunk's `before` with those of its place. */
export function sharedLines(file: FileText, { start, lines }: Place): LinePair[] {
  return lines.before.map((given, index) => ({ given, found: file.lines[start + index] ?? '' }));
}

/** Lines that stay are in the new text as the file has them, though the old text has them otherwise. */
export function isFilesOwn({ after, pairs }: HunkLines, shared: readonly LinePair[]): boolean {
  return pairs.some(([i, j]) => {
    const { given, found } = shared[i] ?? {};
    return given !== found && after[j] === found && found !== '';
  });
}

/** The hunk has blanks or typographic characters in the line that the file has not. */
export function isRespelt({ given, found }: LinePair): boolean {
  return given !== normaliseLine(given) && found === normaliseLine(found);
}

export function indentPairs(pairs: readonly LinePair[]): IndentPair[] {
  return pairs
    .filter(({ given, found }) => given.trim() !== '' && found.trim() !== '')
    .map(({ given, found }) => ({ given: indentOf(given), found: indentOf(found) }));
}

/** Lines of `after` that are not in `before` exactly so. */
function newLines({ lines }: Place): string[] {
  const repeated = new Set(lines.pairs.filter(([i, j]) => lines.before[i] === lines.after[j]).map(([, j]) => j));
  return lines.after.filter((_, index) => !repeated.has(index));
}
