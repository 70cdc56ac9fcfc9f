import { readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { isBareRepository } from './git-folder.ts';

/** What stands in a name for bytes that are no text. */
export const NO_TEXT = '\ufffd';

/** The folders in one whose names are no text, as they are on disk. */
export function namelessFolders(folder: string): readonly Buffer[] {
  const start = Buffer.from(folder);
  return entriesOf(start)
    .filter((entry) => entry.isDirectory() && entry.name.toString().includes(NO_TEXT))
    .map(({ name }) => below(start, name));
}

/** Whether a folder has guarded names or a repository anywhere in it. One with too much in it counts as having one. */
export function holdsGuarded(folder: Buffer, isGuarded: (name: string) => boolean): boolean {
  const folders = [folder];
  let left = MOST_ENTRIES;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = entriesOf(next);
    left -= entries.length;
    const names = new Set(entries.map(({ name }) => name.toString()));
    if (left < 0 || isBareRepository(names) || [...names].some((name) => isGuarded(name))) return true;
    for (const entry of entries) if (entry.isDirectory()) folders.push(below(next, entry.name));
  }
  return false;
}

const MOST_ENTRIES = 50_000;
const SEPARATOR = Buffer.from('/');

function below(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, SEPARATOR, name]);
}

function entriesOf(folder: Buffer): readonly Dirent<Buffer>[] {
  try {
    return readdirSync(folder, { encoding: 'buffer', withFileTypes: true });
  } catch {
    return [];
  }
}
