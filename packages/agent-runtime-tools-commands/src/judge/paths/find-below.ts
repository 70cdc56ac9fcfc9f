import { listFolder } from './disk-reader.ts';
import type { DiskBudget } from './disk-budget.ts';

/** The first file or folder below `folder` that is wanted; the folder itself when there is too much to look at. */
export function findBelow(
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
