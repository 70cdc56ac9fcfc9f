/** The languages of the index. */
export const LANGUAGES = ['typescript', 'tsx', 'javascript'] as const;
export type Language = (typeof LANGUAGES)[number];

const BY_EXTENSION: ReadonlyMap<string, Language> = new Map([
  ['ts', 'typescript'],
  ['mts', 'typescript'],
  ['cts', 'typescript'],
  ['tsx', 'tsx'],
  ['js', 'javascript'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['jsx', 'javascript'],
]);

/** The language of a file by its name; undefined if the index does not read it. */
export function languageOf(path: string): Language | undefined {
  return BY_EXTENSION.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}
