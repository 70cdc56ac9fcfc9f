import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { TrustPart } from '@ku0/agent-runtime-tools-workspace';
import { isInside, readBoundedFile } from '../files/read-bounded-file.ts';
import { commandWords } from './command-words.ts';

/** A hook's program, as far as it says where its code is. */
export interface HookCommand {
  readonly command: string;
  readonly args?: readonly string[];
}

/**
 * Every file of a workspace that a command may name, with its content: what the command runs is among them. Too many is
 * better than too few: variables and substitutions are read as if they led to the workspace. Run in another folder, a
 * command may mean other files. Throws when they cannot all be read.
 */
export async function namedScripts(
  { command, args = [] }: HookCommand,
  workspace: string,
  cwd = workspace,
): Promise<TrustPart[]> {
  const words = [command, ...args].flatMap((text) => commandWords(text, { workspace, home: homedir() }));
  const candidates = [...new Set([...args, ...words])];
  if (candidates.length > MAX_WORDS) throw new Error(`a command names more than ${MAX_WORDS} words`);
  const folders = [
    ...new Set([workspace, cwd, ...candidates.map((word) => resolve(workspace, word)).filter(isFolder)]),
  ];
  if (folders.length > MAX_FOLDERS) throw new Error(`a command names more than ${MAX_FOLDERS} folders`);
  const named = folders.flatMap((folder) => candidates.flatMap((word) => matching(resolve(folder, word))));
  const isOurs = (path: string): boolean => path !== workspace && (isInside(workspace, path) || isInside(cwd, path));
  const ours = [...new Set(named)].filter(isOurs);
  if (ours.length > MAX_PATHS) throw new Error(`a command may name more than ${MAX_PATHS} files`);
  const paths = ours.filter((path) => !isFolder(path));
  const parts: TrustPart[] = [];
  for (const path of paths) {
    const file = await readBoundedFile(path, { maxBytes: MAX_SCRIPT_BYTES });
    if (file.kind === 'content') parts.push({ name: relative(workspace, path), content: file.content });
    else if (file.kind === 'refused') throw new Error(`${relative(workspace, path)}: ${file.why}`);
  }
  return parts;
}

const MAX_WORDS = 500;
const MAX_FOLDERS = 20;
const MAX_PATHS = 10_000;
const MAX_SCRIPT_BYTES = 4 << 20;

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** A path, or with wildcards in its last part everything in its folder. */
function matching(path: string): string[] {
  if (!/[*?[]/.test(basename(path))) return [path];
  const folder = dirname(path);
  return isFolder(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [path];
}
