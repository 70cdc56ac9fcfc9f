import type { ProjectFile, ProjectFiles } from '../read/project-files.ts';
import { TYPE_OF_LANGUAGE, languageOf } from '../detect/tables/languages.ts';
import type { Convention } from './convention.ts';
import { indentationOf } from './indentation-of.ts';
import { nameStyle } from './name-style.ts';
import { DECLARATIONS, EITHER_QUOTE, SCRIPT_LANGUAGES } from './tables/declarations.ts';
import { Tally } from './tally.ts';

export interface MeasuredConventions {
  readonly conventions: readonly Convention[];
  readonly filesSampled: number;
}

/** The conventions that the sources follow, measured on samples of the languages with the most files. */
export async function measuredConventions(
  files: ProjectFiles,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<MeasuredConventions> {
  const byLanguage = Map.groupBy(
    files.files.filter(({ size }) => size > 0 && size <= MAX_SAMPLE_BYTES),
    ({ name }) => languageOf(name) ?? '',
  );
  const languages = [...byLanguage]
    .filter(([language]) => TYPE_OF_LANGUAGE[language] !== undefined)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_LANGUAGES);
  const samples = languages.map(([language, all]) => [language, spread(all, MAX_SAMPLES)] as const);
  const total = samples.reduce((sum, [, chosen]) => sum + chosen.length, 0);
  const conventions: Convention[] = [];
  let done = 0;
  for (const [language, chosen] of samples) {
    const measure = new LanguageMeasure(language);
    for (const file of chosen) {
      const text = await files.text(file.folder, file.name);
      if (text !== undefined) measure.add(text);
      if (++done % 20 === 0) onProgress(done, total);
    }
    conventions.push(...measure.conventions(), ...fileNames(byLanguage.get(language) ?? [], language));
  }
  return { conventions, filesSampled: total };
}

const MAX_LANGUAGES = 3;
const MAX_SAMPLES = 40;
const MAX_SAMPLE_BYTES = 256 * 1024;

/** Files from all parts of the tree, in a stable order. */
function spread(files: readonly ProjectFile[], count: number): ProjectFile[] {
  const step = Math.max(1, files.length / count);
  return Array.from({ length: Math.min(count, files.length) }, (_, index) => files[Math.floor(index * step)]).filter(
    (file) => file !== undefined,
  );
}

function fileNames(files: readonly ProjectFile[], language: string): Convention[] {
  const tally = new Tally();
  for (const { name } of files.slice(0, 5000)) tally.add(nameStyle(name.split('.', 1)[0] ?? ''));
  return tally.convention('file names', { language });
}

/** Counts the habits of the sources of one language. */
class LanguageMeasure {
  readonly #language: string;
  readonly #indentation = new Tally();
  readonly #lineEndings = new Tally();
  readonly #finalNewline = new Tally();
  readonly #quotes = new Tally();
  readonly #semicolons = new Tally();
  readonly #imports = new Tally();
  readonly #names = { functions: new Tally(), types: new Tally(), constants: new Tally() };
  /** How many lines there are of each length. */
  readonly #lengths = new Map<number, number>();

  constructor(language: string) {
    this.#language = language;
  }

  add(text: string): void {
    this.#indentation.add(indentationOf(text));
    this.#lineEndings.add(text.includes('\r\n') ? 'CRLF' : text.includes('\n') ? 'LF' : undefined);
    this.#finalNewline.add(text.endsWith('\n') ? 'always' : 'missing');
    for (const line of text.split(/\r?\n/)) this.#lengths.set(line.length, (this.#lengths.get(line.length) ?? 0) + 1);
    if (EITHER_QUOTE.has(this.#language)) this.#countQuotes(text);
    if (SCRIPT_LANGUAGES.has(this.#language)) this.#countScript(text);
    const patterns = DECLARATIONS[this.#language] ?? {};
    for (const kind of ['functions', 'types', 'constants'] as const)
      for (const [, name = ''] of patterns[kind] === undefined ? [] : text.matchAll(patterns[kind]))
        this.#names[kind].add(nameStyle(name));
  }

  #countQuotes(text: string): void {
    this.#quotes.add('single', text.match(/'[^'"\\\n]{0,200}'/g)?.length ?? 0);
    this.#quotes.add('double', text.match(/"[^'"\\\n]{0,200}"/g)?.length ?? 0);
  }

  #countScript(text: string): void {
    const statements = text.match(/^[ \t]*(?:import|const|let|return|export \{)\b[^\n]*[\w)\]'"`};]\r?$/gm) ?? [];
    for (const line of statements) this.#semicolons.add(/;\s*$/.test(line) ? 'always' : 'only where needed');
    for (const [, path = ''] of text.matchAll(/\bfrom ['"](\.{1,2}\/[^'"\n]+)['"]/g))
      this.#imports.add(/\.(?:[cm]?[jt]sx?)$/.exec(path)?.[0] ?? 'no extension');
  }

  conventions(): Convention[] {
    const language = this.#language;
    return [
      ...this.#indentation.convention('indentation', { language, min: 1 }),
      ...this.#lineEndings.convention('line endings', { language, min: 1 }),
      ...this.#finalNewline.convention('final newline', { language, min: 1 }),
      ...this.#lineLength(),
      ...this.#quotes.convention('quotes', { language, min: 5 }),
      ...this.#semicolons.convention('semicolons', { language, min: 5 }),
      ...this.#imports.convention('relative imports', { language }),
      ...this.#names.functions.convention('function names', { language }),
      ...this.#names.types.convention('type names', { language }),
      ...this.#names.constants.convention('constant names', { language, min: 3 }),
    ];
  }

  /** The length that 99 of 100 lines keep within. */
  #lineLength(): Convention[] {
    const total = [...this.#lengths.values()].reduce((sum, count) => sum + count, 0);
    let within = 0;
    for (const [length, count] of [...this.#lengths].toSorted(([a], [b]) => a - b)) {
      within += count;
      if (within >= total * 0.99 && total >= 100)
        return [
          {
            topic: 'line length',
            language: this.#language,
            value: `at most ${length}`,
            source: 'measured',
            share: 0.99,
            samples: total,
          },
        ];
    }
    return [];
  }
}
