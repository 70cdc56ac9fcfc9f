import { realPath } from './file-system.ts';
import { firstBelow } from './first-below.ts';
import type { LookBudget } from './look-budget.ts';

/** A file below `folder` that is strange by its name or by where it leads; or the folder when there are too many. */
export function strangeFile(
  folder: string,
  budget: LookBudget,
  isStrange: (path: string, target: string) => boolean,
): string | undefined {
  return firstBelow(folder, budget, (path, isLink) => {
    const target = isLink ? realPath('/', path) : path;
    return target === undefined || isStrange(path, target);
  });
}
