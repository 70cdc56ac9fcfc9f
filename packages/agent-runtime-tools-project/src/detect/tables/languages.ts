import type { ProjectType } from '../project.ts';

/** The languages of source files by extension. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  vue: 'vue',
  svelte: 'svelte',
  astro: 'astro',
  py: 'python',
  pyi: 'python',
  rs: 'rust',
  go: 'go',
  java: 'java',
  kt: 'kotlin',
  kts: 'kotlin',
  scala: 'scala',
  groovy: 'groovy',
  rb: 'ruby',
  rake: 'ruby',
  php: 'php',
  cs: 'csharp',
  fs: 'fsharp',
  vb: 'visual-basic',
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  swift: 'swift',
  dart: 'dart',
  ex: 'elixir',
  exs: 'elixir',
  sh: 'shell',
  bash: 'shell',
  ps1: 'powershell',
  sql: 'sql',
  html: 'html',
  css: 'css',
  scss: 'scss',
  less: 'less',
};

/** The project type that a language speaks for. */
export const TYPE_OF_LANGUAGE: Readonly<Record<string, ProjectType>> = {
  typescript: 'node',
  javascript: 'node',
  vue: 'node',
  svelte: 'node',
  astro: 'node',
  python: 'python',
  rust: 'rust',
  go: 'go',
  java: 'java',
  kotlin: 'java',
  scala: 'java',
  groovy: 'java',
  ruby: 'ruby',
  php: 'php',
  csharp: 'dotnet',
  fsharp: 'dotnet',
  'visual-basic': 'dotnet',
};

/** The language of a file by its name. */
export function languageOf(name: string): string | undefined {
  const dot = name.lastIndexOf('.');
  const extension = dot < 1 ? '' : name.slice(dot + 1).toLowerCase();
  return Object.hasOwn(LANGUAGES, extension) ? LANGUAGES[extension] : undefined;
}
