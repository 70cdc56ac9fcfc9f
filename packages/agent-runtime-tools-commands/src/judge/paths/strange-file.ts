import { realPath } from './disk-reader.ts';
import { findBelow } from './find-below.ts';
import type { DiskBudget } from './disk-budget.ts';

/** A file below `folder` that is strange by its name or by where it leads; or the folder when there are too many. */
export function strangeFile(
  folder: string,
  budget: DiskBudget,
  isStrange: (path: string, target: string) => boolean,
): string | undefined {
  return findBelow(folder, budget, (path, isLink) => {
    const target = isLink ? realPath('/', path) : path;
    return target === undefined || isStrange(path, target);
  });
}
