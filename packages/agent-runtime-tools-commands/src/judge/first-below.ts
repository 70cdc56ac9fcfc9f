import { listFolder } from './file-system.ts';
import type { LookBudget } from './look-budget.ts';

/** The first file or folder below `folder` that is wanted; the folder itself when there is too much to look at. */
export function firstBelow(
  folder: string,
  budget: LookBudget,
  isWanted: (path: string, isLink: boolean) => boolean,
): string | undefined {
  const pending = [folder];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (budget.isSpent) return folder;
    const entries = listFolder(next) ?? [];
    if (!budget.takeFolder(entries.length)) return folder;
    for (const entry of entries) {
      const path = `${next}/${entry.name}`;
      const isLink = entry.isSymbolicLink();
      if (isLink && !budget.takeLink()) return folder;
      if (isWanted(path, isLink)) return path;
      if (entry.isDirectory()) pending.push(path);
    }
  }
  return undefined;
}
