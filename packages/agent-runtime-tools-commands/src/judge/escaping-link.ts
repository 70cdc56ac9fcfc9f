import { realPath } from './file-system.ts';
import { firstBelow } from './first-below.ts';
import type { LookBudget } from './look-budget.ts';

/** A symbolic link below `folder` that leads outside; or the folder itself when there is too much to look at. */
export function escapingLink(
  folder: string,
  budget: LookBudget,
  isWithin: (path: string) => boolean,
): string | undefined {
  return firstBelow(folder, budget, (path, isLink) => {
    if (!isLink) return false;
    const target = realPath('/', path);
    return target === undefined || !isWithin(target);
  });
}
