import { readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { isBareRepository } from './git-folder.ts';

/** Replaces bytes that are not valid UTF-8 in names. */
export const REPLACEMENT_CHARACTER = '\ufffd';

/** The subfolders whose names are not valid UTF-8, as they are on disk. */
export function nonUtf8Folders(folder: string): readonly Buffer[] {
  const start = Buffer.from(folder);
  return entriesOf(start)
    .filter((entry) => entry.isDirectory() && entry.name.toString().includes(REPLACEMENT_CHARACTER))
    .map(({ name }) => below(start, name));
}

/** Whether a folder contains a guarded name or a repository at any depth. True for a folder with too many entries. */
export function containsGuardedName(folder: Buffer, isGuarded: (name: string) => boolean): boolean {
  const folders = [folder];
  let left = MAX_ENTRIES;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = entriesOf(next);
    left -= entries.length;
    const names = new Set(entries.map(({ name }) => name.toString()));
    if (left < 0 || isBareRepository(names) || [...names].some((name) => isGuarded(name))) return true;
    for (const entry of entries) if (entry.isDirectory()) folders.push(below(next, entry.name));
  }
  return false;
}

const MAX_ENTRIES = 50_000;
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
