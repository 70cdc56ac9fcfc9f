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
    if (!budget.take(1 + entries.length)) return folder;
    for (const entry of entries) {
      const path = `${next}/${entry.name}`;
      if (isWanted(path, entry.isSymbolicLink())) return path;
      if (entry.isDirectory()) pending.push(path);
    }
  }
  return undefined;
}
