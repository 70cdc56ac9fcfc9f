/** The languages of the index. */
export const LANGUAGES = [
  'typescript',
  'tsx',
  'javascript',
  'python',
  'go',
  'rust',
  'java',
  'c',
  'cpp',
  'csharp',
  'ruby',
  'php',
  'bash',
] as const;
export type Language = (typeof LANGUAGES)[number];

/** Languages that tree-sitter parses. */
export type TreeSitterLanguage = Exclude<Language, 'typescript' | 'tsx' | 'javascript'>;

export function isTreeSitterLanguage(language: Language): language is TreeSitterLanguage {
  return language !== 'typescript' && language !== 'tsx' && language !== 'javascript';
}

const EXTENSIONS: Readonly<Record<Language, string>> = {
  typescript: 'ts mts cts',
  tsx: 'tsx',
  javascript: 'js mjs cjs jsx',
  python: 'py pyi',
  go: 'go',
  rust: 'rs',
  java: 'java',
  c: 'c h',
  cpp: 'cc cpp cxx hh hpp hxx',
  csharp: 'cs',
  ruby: 'rb rake',
  php: 'php',
  bash: 'sh bash',
};

const BY_EXTENSION: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((language) => EXTENSIONS[language].split(' ').map((extension) => [extension, language] as const)),
);

/** The language of a file by its name; undefined if the index does not read it. */
export function languageOf(path: string): Language | undefined {
  return BY_EXTENSION.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}
