import { listFolder } from './file-system.ts';

/** The first file or folder below `folder` that is wanted; the folder itself when there is too much to look at. */
export function firstBelow(folder: string, isWanted: (path: string, isLink: boolean) => boolean): string | undefined {
  const pending = [folder];
  let looked = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const entries = listFolder(next) ?? [];
    looked += entries.length;
    if (looked > MOST_ENTRIES) return folder;
    for (const entry of entries) {
      const path = `${next}/${entry.name}`;
      if (isWanted(path, entry.isSymbolicLink())) return path;
      if (entry.isDirectory()) pending.push(path);
    }
  }
  return undefined;
}

const MOST_ENTRIES = 5000;
