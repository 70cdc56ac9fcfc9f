import { homedir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { matchLiteralPieces } from '@ku0/agent-runtime-tools-rules';
import type { TrustPart } from '@ku0/agent-runtime-tools-workspace';
import { isInside } from '../files/read-bounded-file.ts';
import { commandWords } from './command-words.ts';
import { moduleFiles, moduleWords } from './module-files.ts';
import { isFolder, ScriptFiles } from './script-files.ts';

/** The command of a hook, which names the files that it runs. */
export interface HookCommand {
  readonly command: string;
  readonly args?: readonly string[];
}

export interface NamedScriptsOptions {
  /** The real path of the workspace. */
  readonly workspace: string;
  /** The folder that the command runs in. Default: the workspace. */
  readonly cwd?: string;
  readonly files?: ScriptFiles;
}

/**
 * Every file of a workspace that a command may name, with its content. The result rather has too many files than too few:
 * variables and substitutions count as the workspace's folder or as wildcards. Throws if a file cannot be read.
 */
export async function namedScripts(
  { command, args = [] }: HookCommand,
  { workspace, cwd = workspace, files = new ScriptFiles() }: NamedScriptsOptions,
): Promise<TrustPart[]> {
  const words = [command, ...args].flatMap((text) => commandWords(text, { workspace, home: homedir() }));
  const candidates = [...new Set([...args, ...words])].filter((word) => word.length <= MAX_PATH_CHARS);
  const modules = moduleWords([command, ...args].join(' '));
  if (candidates.length > MAX_WORDS) throw new Error(`a command names more than ${MAX_WORDS} words`);
  const isCovered = (path: string): boolean => path !== workspace && (isInside(workspace, path) || isInside(cwd, path));
  const found = new Set<string>();
  for (const folder of foldersOf(candidates, [workspace, cwd], isCovered)) {
    for (const word of candidates) {
      for (const path of matching(resolve(folder, word), files))
        if (!found.has(path) && isCovered(path)) found.add(path);
      if (found.size > MAX_PATHS) throw new Error(`a command may name more than ${MAX_PATHS} files`);
    }
    for (const word of modules) for (const path of moduleFiles(word, folder)) if (isCovered(path)) found.add(path);
  }
  const parts: TrustPart[] = [];
  for (const path of found) {
    if (isFolder(path)) continue;
    const file = await files.read(path);
    if (file.kind === 'content') parts.push({ name: relative(workspace, path), content: file.content });
    else if (file.kind === 'refused') throw new Error(`${relative(workspace, path)}: ${file.why}`);
  }
  return parts;
}

/** Linux's PATH_MAX. */
const MAX_PATH_CHARS = 4096;
const MAX_WORDS = 500;
const MAX_FOLDERS = 20;
const MAX_PATHS = 10_000;

/** The folders that a command may be in when it names a file: `cd a && cd b && ./run` may be in any of these. */
function foldersOf(
  candidates: readonly string[],
  first: readonly string[],
  isCovered: (path: string) => boolean,
): ReadonlySet<string> {
  const folders = new Set(first);
  // The set grows while it is iterated: folders are searched for in the folders found so far.
  for (const folder of folders) {
    for (const word of candidates) {
      const path = resolve(folder, word.replace(/^-I/, ''));
      if (!folders.has(path) && isCovered(path) && isFolder(path)) folders.add(path);
    }
    if (folders.size > MAX_FOLDERS) throw new Error(`a command names more than ${MAX_FOLDERS} folders`);
  }
  return folders;
}

/** A path, and the existing paths that match its wildcards. */
function matching(path: string, files: ScriptFiles): readonly string[] {
  if (!WILD.test(path)) return [path];
  let found: string[] = [sep];
  for (const part of path.split(sep).slice(1)) {
    found = found.flatMap((folder) => (WILD.test(part) ? namesLike(part, folder, files) : [join(folder, part)]));
    if (found.length > MAX_PATHS) throw new Error(`a command may name more than ${MAX_PATHS} files`);
  }
  // The characters may also be part of a name.
  return [path, ...found];
}

const WILD = /[*?[{]/;

/** Takes `?`, `[...]` and `{...}` for any text, like `*`, so that no match is missed. */
function namesLike(part: string, folder: string, files: ScriptFiles): string[] {
  const texts = part.split(/(?:[*?]|\[[^\]]*\]?|\{[^}]*\}?)+/);
  return files
    .names(folder)
    .filter((name) => matchLiteralPieces(texts, name))
    .map((name) => join(folder, name));
}
