import { isAbsolute, join, resolve, sep } from 'node:path';
import { compilePathGlob, expandBraces } from '@ku0/agent-runtime-tools-rules';

/** Files that patterns select, and the folders to look for them in. */
export interface FilePatterns {
  readonly folders: readonly PatternFolder[];
  /** Whether an absolute path is one of the files. */
  matches(path: string): boolean;
}

export interface PatternFolder {
  readonly path: string;
  /** Whether the folders in it are looked through too. */
  readonly deep: boolean;
}

const SPECIAL = /[*?[\]{}!]/;

/**
 * Reads patterns such as `tools.yaml`, `tools/*.yaml` or `tools/**` + `/*.{yaml,json}`. The part before the first special
 * character is the folder to look in. Throws a SyntaxError for a pattern that is none.
 */
export function readPatterns(patterns: readonly string[], cwd: string): FilePatterns {
  const parts = patterns
    .flatMap((pattern) => alternatives(inSlashes(pattern)))
    .map((pattern) => readPattern(pattern, cwd));
  const folders = new Map<string, PatternFolder>();
  for (const { folder, deep } of parts)
    folders.set(folder, { path: folder, deep: deep || folders.get(folder)?.deep === true });
  return { folders: [...folders.values()], matches: (path) => parts.some((part) => part.matches(path)) };
}

function alternatives(pattern: string): readonly string[] {
  const expanded = expandBraces(pattern);
  if (expanded === undefined) throw new SyntaxError(`The pattern ${pattern} has too many alternatives.`);
  return expanded;
}

function readPattern(pattern: string, cwd: string) {
  const names = pattern.split('/');
  const special = names.findIndex((name) => SPECIAL.test(name));
  const fixed = special === -1 ? names.length - 1 : special;
  const start = names.slice(0, fixed).join('/');
  const folder = isAbsolute(pattern) ? resolve(start === '' ? '/' : start) : join(cwd, start);
  const rest = names.slice(fixed);
  const test = compilePathGlob(rest.join('/'));
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  return {
    folder,
    deep: rest.length > 1,
    matches: (path: string) => path.startsWith(prefix) && test(inSlashes(path.slice(prefix.length))),
  };
}

function inSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
