import type { DiskBudget } from './disk-budget.ts';
import { listFolder, realPath } from './disk-reader.ts';

/**
 * Finds a symbolic link below `folder` that leads outside. Returns the folder itself when there are too many entries.
 */
export function findEscapingLink(
  folder: string,
  budget: DiskBudget,
  isWithin: (path: string) => boolean,
): string | undefined {
  return findBelow(folder, budget, (path, isLink) => {
    if (!isLink) return false;
    const target = realPath('/', path);
    return target === undefined || !isWithin(target);
  });
}

/**
 * Finds a file below `folder` that is forbidden by its name or by the target it links to. Returns the folder itself
 * when there are too many entries.
 */
export function findForbiddenFile(
  folder: string,
  budget: DiskBudget,
  isForbidden: (path: string, target: string) => boolean,
): string | undefined {
  return findBelow(folder, budget, (path, isLink) => {
    const target = isLink ? realPath('/', path) : path;
    return target === undefined || isForbidden(path, target);
  });
}

/** The first file or folder below `folder` that is wanted; the folder itself when there are too many entries. */
function findBelow(
  folder: string,
  budget: DiskBudget,
  isWanted: (path: string, isLink: boolean) => boolean,
): string | undefined {
  const pending = [folder];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (budget.isExhausted) return folder;
    const entries = listFolder(next) ?? [];
    if (!budget.spendOnFolder(entries.length)) return folder;
    for (const entry of entries) {
      const path = `${next}/${entry.name}`;
      const isLink = entry.isSymbolicLink();
      if (isLink && !budget.spendOnLink()) return folder;
      if (isWanted(path, isLink)) return path;
      if (entry.isDirectory()) pending.push(path);
    }
  }
  return undefined;
}
