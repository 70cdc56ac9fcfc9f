import { listFolder, realPath } from './file-system.ts';

/** A symbolic link below `folder` that leads outside; or the folder itself when there is too much to look at. */
export function escapingLink(folder: string, isWithin: (path: string) => boolean): string | undefined {
  const pending = [folder];
  let looked = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const entries = listFolder(next) ?? [];
    looked += entries.length;
    if (looked > MOST_ENTRIES) return folder;
    for (const entry of entries) {
      const path = `${next}/${entry.name}`;
      if (entry.isDirectory()) pending.push(path);
      else if (entry.isSymbolicLink()) {
        const target = realPath('/', path);
        if (target === undefined || !isWithin(target)) return path;
      }
    }
  }
  return undefined;
}

const MOST_ENTRIES = 5000;
