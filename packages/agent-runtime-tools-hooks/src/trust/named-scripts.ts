import { homedir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { matchLiteralPieces } from '@ku0/agent-runtime-tools-rules';
import type { TrustPart } from '@ku0/agent-runtime-tools-workspace';
import { isInside } from '../files/read-bounded-file.ts';
import { commandWords } from './command-words.ts';
import { moduleFiles, moduleWords } from './module-files.ts';
import { isFolder, ScriptFiles } from './script-files.ts';

/** A hook's program, as far as it says where its code is. */
export interface HookCommand {
  readonly command: string;
  readonly args?: readonly string[];
}

export interface NamedScriptsOptions {
  /** The real path of the workspace. */
  readonly workspace: string;
  /** Run in another folder, a command may mean other files. */
  readonly cwd?: string;
  readonly files?: ScriptFiles;
}

/**
 * Every file of a workspace that a command may name, with its content: what the command runs is among them. Too many is
 * better than too few: variables and substitutions are read as if they led to the workspace, or as wildcards. Throws
 * when they cannot all be read.
 */
export async function namedScripts(
  { command, args = [] }: HookCommand,
  { workspace, cwd = workspace, files = new ScriptFiles() }: NamedScriptsOptions,
): Promise<TrustPart[]> {
  const words = [command, ...args].flatMap((text) => commandWords(text, { workspace, home: homedir() }));
  const candidates = [...new Set([...args, ...words])].filter((word) => word.length <= MAX_PATH_CHARS);
  const modules = moduleWords([command, ...args].join(' '));
  if (candidates.length > MAX_WORDS) throw new Error(`a command names more than ${MAX_WORDS} words`);
  const isOurs = (path: string): boolean => path !== workspace && (isInside(workspace, path) || isInside(cwd, path));
  const ours = new Set<string>();
  for (const folder of foldersOf(candidates, [workspace, cwd], isOurs)) {
    for (const word of candidates) {
      for (const path of matching(resolve(folder, word), files)) if (!ours.has(path) && isOurs(path)) ours.add(path);
      if (ours.size > MAX_PATHS) throw new Error(`a command may name more than ${MAX_PATHS} files`);
    }
    for (const word of modules) for (const path of moduleFiles(word, folder)) if (isOurs(path)) ours.add(path);
  }
  const parts: TrustPart[] = [];
  for (const path of ours) {
    if (isFolder(path)) continue;
    const file = await files.read(path);
    if (file.kind === 'content') parts.push({ name: relative(workspace, path), content: file.content });
    else if (file.kind === 'refused') throw new Error(`${relative(workspace, path)}: ${file.why}`);
  }
  return parts;
}

/** No file has a longer name. */
const MAX_PATH_CHARS = 4096;
const MAX_WORDS = 500;
const MAX_FOLDERS = 20;
const MAX_PATHS = 10_000;

/** Where a command may be when it names a file: `cd a && cd b && ./run` is in any of the folders that it names. */
function foldersOf(
  candidates: readonly string[],
  first: readonly string[],
  isOurs: (path: string) => boolean,
): ReadonlySet<string> {
  const folders = new Set(first);
  // A set that grows while it is walked through: folders are looked for in the folders that were found.
  for (const folder of folders) {
    for (const word of candidates) {
      const path = resolve(folder, word.replace(/^-I/, ''));
      if (!folders.has(path) && isOurs(path) && isFolder(path)) folders.add(path);
    }
    if (folders.size > MAX_FOLDERS) throw new Error(`a command names more than ${MAX_FOLDERS} folders`);
  }
  return folders;
}

/** A path, or what is there where parts of it are wildcards. */
function matching(path: string, files: ScriptFiles): readonly string[] {
  if (!WILD.test(path)) return [path];
  let found: string[] = [sep];
  for (const part of path.split(sep).slice(1)) {
    found = found.flatMap((folder) => (WILD.test(part) ? namesLike(part, folder, files) : [join(folder, part)]));
    if (found.length > MAX_PATHS) throw new Error(`a command may name more than ${MAX_PATHS} files`);
  }
  // A name may have such characters in it, too.
  return [path, ...found];
}

const WILD = /[*?[{]/;

/** Any text for `*`, a list or braces, which is more than they stand for. */
function namesLike(part: string, folder: string, files: ScriptFiles): string[] {
  const texts = part.split(/(?:[*?]|\[[^\]]*\]?|\{[^}]*\}?)+/);
  return files
    .names(folder)
    .filter((name) => matchLiteralPieces(texts, name))
    .map((name) => join(folder, name));
}
