import { realPath } from './disk-reader.ts';
import { findBelow } from './find-below.ts';
import type { DiskBudget } from './disk-budget.ts';

/** A symbolic link below `folder` that leads outside; or the folder itself when there is too much to look at. */
export function escapingLink(
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
